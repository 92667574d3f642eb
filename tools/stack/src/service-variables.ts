import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { issueSecret } from '@pas/accounts/secrets'
import type { Home } from './home'
import type { StackPorts } from './ports'
import { keptSecret } from './secrets'
import { apiUrls } from './service-plans'
import type { StackOptions } from './stack-options'

/** For examples/webhook-receiver. */
const receiverOffset = 7

type PublicUrls = Record<'AUTH_URL' | 'API_URL' | 'INSTANT_URL' | 'IMAGES_URL' | 'BOARD_URL', string>

/** With several APIs, those of the first. */
export function publicUrls({ image }: StackOptions, ports: StackPorts): PublicUrls {
  if (image)
    return {
      AUTH_URL: image.publicUrl('auth'),
      API_URL: image.publicUrl('api'),
      INSTANT_URL: `${image.publicUrl('api')}/v1`,
      IMAGES_URL: image.publicUrl('images'),
      BOARD_URL: image.publicUrl('board'),
    }
  return {
    AUTH_URL: `https://localhost:${ports.auth}`,
    ...apiUrls(ports.api[0] ?? 0),
    IMAGES_URL: `https://localhost:${ports.images}`,
    BOARD_URL: `https://localhost:${ports.board}`,
  }
}

/** Where applications reach SMTP: host and port. */
export const smtpAddress = ({ image }: StackOptions, ports: StackPorts): string =>
  `${image ? new URL(image.publicUrl('api')).hostname : '127.0.0.1'}:${ports.mail}`

/** What several services read, besides the stores' addresses. Secrets are made on the first start. */
export function serviceVariables(
  options: StackOptions,
  home: Home,
  ports: StackPorts,
): Record<string, string> {
  const { env, image, portBase } = options
  const secretOf = (name: string, file: string, make?: () => string): string =>
    env[name] ?? keptSecret(path.join(home.processes, file), make)
  const listed = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(',')
  return {
    STORAGE_URL: env.STORAGE_URL ?? pathToFileURL(home.storage).href,
    ...publicUrls(options, ports),
    ...(image ? internalUrls(image.isBehindProxy, ports) : {}),
    // What runs beside a clone's stack on this machine: the demo's pictures and a partner's receiver.
    ...(image
      ? {}
      : {
          ASSET_ALLOW: listed(env.ASSET_ALLOW, `127.0.0.1:${ports.demoWeb}`),
          // `makeDemo` gives it to the demo's account.
          SMTP_OPEN_KEY: secretOf('SMTP_OPEN_KEY', 'smtp-open.key', () => issueSecret('apiKey')),
          WEBHOOK_ALLOW: listed(env.WEBHOOK_ALLOW, `127.0.0.1:${portBase + receiverOffset}`),
        }),
    SMTP_ADDRESS: env.SMTP_ADDRESS ?? smtpAddress(options, ports),
    SESSION_SECRET: secretOf('SESSION_SECRET', 'session.secret'),
    ENCRYPTION_KEYS: secretOf('ENCRYPTION_KEYS', 'encryption.key'),
    BOARD_CLIENT_ID: secretOf('BOARD_CLIENT_ID', 'board.client-id'),
    BOARD_CLIENT_SECRET: secretOf('BOARD_CLIENT_SECRET', 'board.client-secret'),
    BOARD_SECRET: secretOf('BOARD_SECRET', 'board.secret'),
  }
}

/** Where the board reaches the others whatever their public names are: they may lead through a proxy or a firewall. */
function internalUrls(isBehindProxy: boolean, ports: StackPorts): Record<string, string> {
  const origin = isBehindProxy ? 'http://127.0.0.1' : 'https://localhost'
  return {
    AUTH_INTERNAL_URL: `${origin}:${ports.auth}`,
    API_INTERNAL_URL: `${origin}:${ports.api[0]}`,
    IMAGES_INTERNAL_URL: `${origin}:${ports.images}`,
  }
}
