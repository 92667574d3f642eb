import { readFileSync } from 'node:fs'
import { askTls, type TlsAnswer } from '@pas/runtime/http/ask-tls'
import { reasonOf } from '@pas/runtime/reason-of'
import type { Environment } from '../read-environment'
import { check, skipped, type Check } from './check'
import { judgeCertificate } from './judge-certificate'

interface PublicName {
  name: string
  path: string
  /** By what the service alone answers in public; `/readyz` is not public. */
  isIt: (answer: TlsAnswer, env: Environment) => boolean
}

const publicNames = {
  AUTH_URL: {
    name: 'auth-url',
    path: '/.well-known/oauth-authorization-server',
    isIt: ({ status, body }, { AUTH_URL = '' }) => status === 200 && body.includes(`"issuer":"${AUTH_URL}"`),
  },
  API_URL: {
    name: 'api-url',
    path: '/v2/users/current',
    isIt: ({ status, headers }) => status === 401 && /^Bearer\b/i.test(headers['www-authenticate'] ?? ''),
  },
  INSTANT_URL: {
    name: 'instant-url',
    path: '/clients/configurations',
    isIt: ({ status, body }) => status === 200 && body.includes('CHROMEGMAILNEW'),
  },
  IMAGES_URL: {
    name: 'images-url',
    path: '/captures/none/none/full.png',
    isIt: ({ status, headers }) =>
      status === 404 && headers['cross-origin-resource-policy'] === 'cross-origin',
  },
  BOARD_URL: {
    name: 'board-url',
    path: '/signin',
    isIt: ({ headers }, { AUTH_URL }) =>
      headers.location?.startsWith(`${AUTH_URL}/oauth/authorize?`) ?? false,
  },
} as const satisfies Record<string, PublicName>

const timeoutMs = 8_000

/** Whether each service answers at its public name, and how long its certificate is valid. */
export const checkPublicNames = (env: Environment, now: Date): Promise<Check[]> =>
  Promise.all(
    Object.entries(publicNames).map(([variable, { name, path, isIt }]: [string, PublicName]) =>
      check(name, `check ${variable}, the proxy before it and its certificate`, async () => {
        const url = env[variable]?.replace(/\/$/, '')
        if (url === undefined) return skipped(`${variable} is not set`)
        const ca = env.NODE_EXTRA_CA_CERTS && readFileSync(env.NODE_EXTRA_CA_CERTS, 'utf8')
        const answer = await askTls(`${url}${path}`, { ca, timeoutMs }).catch(whyUnseen)
        if ('unseen' in answer)
          return {
            status: 'warned',
            detail: `${url} cannot be seen from here (${answer.unseen}): ask it from outside`,
          }
        if (!isIt(answer, env))
          throw new Error(
            `what answers ${url}${path} with ${answer.status} is not this installation's service`,
          )
        return judgeCertificate(answer, { place: url, callers: 'browsers' }, now)
      }),
    ),
  )

/** A network may lead to its own public names from outside alone. */
function whyUnseen(error: unknown): { unseen: string } {
  const unseen = reasonOf(error)
  if (/ENOTFOUND|EAI_AGAIN|UNREACH|ETIMEDOUT|aborted/.test(unseen)) return { unseen }
  throw error
}
