import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Home } from './home'
import type { Identity } from '@pas/engine-programs/identity'
import type { Service } from '@pas/settings/setting'
import type { LocalCertificate } from './local-ca'
import type { StackPorts } from './ports'
import { untilReadyz } from './readiness'
import type { StackOptions } from './stack-options'
import type { ServiceStoreUrls } from './stack-stores'
import type { ProcessPlan } from './supervised-process'
import { isForEngines } from '@pas/engine-programs/engine-environment'
import { namesReadBy } from '@pas/settings/all-settings'

const shutdownGraceMs = 15_000
/** With the stores' stop after it, within the ten seconds that `docker stop` waits. */
const imageShutdownGraceMs = 5_500
/** Between a service's own timeout and SIGKILL. */
const killAfterGraceMs = { clone: 5_000, image: 500 }

/** Whether this build contains it. */
export const hasService = (tree: string, key: Service): boolean => existsSync(entryFile(tree, key))

const entryFile = (tree: string, key: Service): string => path.join(tree, 'services', key, 'dist', 'main.js')

export interface ServiceSurroundings {
  home: Home
  identity: Identity
  ports: StackPorts
  certificate: LocalCertificate
  options: StackOptions
  variables: Readonly<Record<string, string>>
  /** For services with a role or user of their own. */
  storeUrls: ServiceStoreUrls
}

export function planService(key: Service, surroundings: ServiceSurroundings): ProcessPlan[] {
  const { ports } = surroundings
  switch (key) {
    case 'auth':
      return [planListener(key, key, ports.auth, 0, surroundings)]
    case 'images':
      return [planListener(key, key, ports.images, 2, surroundings)]
    case 'board': {
      // It calls the other services at their public addresses, whose certificate this stack's CA has issued. +17 is
      // above the offsets of 15 API processes.
      const plan = planListener(key, key, ports.board, 17, surroundings)
      return [{ ...plan, env: { ...plan.env, NODE_EXTRA_CA_CERTS: surroundings.certificate.caFile } }]
    }
    case 'api':
      return ports.api.map((port, index) => {
        // HTTP_PORT gives each API process its own plain port: +1 for the first; +0 and +2 are auth's and images'.
        const plan = planListener(key, numbered(key, index), port, index === 0 ? 1 : index + 2, surroundings)
        // Without SMTP_PORT the others take no mail.
        const own =
          index === 0 ? { SMTP_PORT: String(ports.mail) } : { SMTP_PORT: undefined, ...apiUrls(port) }
        return { ...plan, env: { ...plan.env, ...own } }
      })
    case 'render-worker':
      return ports.workerHealth.map((port, index) => ({
        ...planNode(key, numbered(key, index), surroundings, {
          HEALTH_PORT: String(port),
        }),
        untilReady: (signal) => untilReadyz({ port, caFile: null }, signal),
      }))
  }
}

export const apiUrls = (port: number): { API_URL: string; INSTANT_URL: string } => ({
  API_URL: `https://localhost:${port}`,
  INSTANT_URL: `https://localhost:${port}/v1`,
})

const numbered = (key: Service, index: number): string => (index === 0 ? key : `${key}-${index + 1}`)

function planListener(
  key: Service,
  name: string,
  port: number,
  plainPortOffset: number,
  surroundings: ServiceSurroundings,
): ProcessPlan {
  const { certificate, options } = surroundings
  const { HTTP_PORT, TRUST_PROXY } = options.env
  const isPlain = options.image?.isBehindProxy === true
  const tlsFiles = { TLS_CERT_FILE: certificate.certFile, TLS_KEY_FILE: certificate.keyFile }
  return {
    ...planNode(key, name, surroundings, {
      PORT: String(port),
      ...(options.image ? { HOST: '0.0.0.0' } : {}),
      ...(isPlain ? { TRUST_PROXY: `${TRUST_PROXY},127.0.0.1/32` } : tlsFiles),
      ...(HTTP_PORT ? { HTTP_PORT: String(Number(HTTP_PORT) + plainPortOffset) } : {}),
    }),
    untilReady: (signal) => untilReadyz({ port, caFile: isPlain ? null : certificate.caFile }, signal),
  }
}

/** As in the images: less time for V8's collection of garbage (ADR 62). */
const nodeOptions: Partial<Record<Service, readonly string[]>> = {
  api: ['--v8-pool-size=1', '--max-semi-space-size=32'],
  'render-worker': [
    '--v8-pool-size=1',
    '--max-semi-space-size=32',
    '--external-memory-accounted-in-global-limit',
  ],
}

function planNode(
  key: Service,
  name: string,
  { home, identity, options, variables, storeUrls }: ServiceSurroundings,
  own: Readonly<Record<string, string>>,
): Omit<ProcessPlan, 'untilReady'> {
  const { image } = options
  const graceMs = image ? imageShutdownGraceMs : shutdownGraceMs
  return {
    name,
    command: home.serviceNode,
    args: ['--enable-source-maps', ...(nodeOptions[key] ?? []), entryFile(home.tree, key)],
    env: {
      NODE_ENV: 'production',
      SHUTDOWN_GRACE_MS: String(graceMs),
      ...variablesFor(key, {
        ...options.env,
        ...userVariables(home, identity),
        ...variables,
        ...storeUrls[key],
      }),
      ...own,
    },
    folder: home.tree,
    identity,
    logFolder: image ? null : home.logs,
    recordFolder: home.processes,
    stopSignal: 'SIGTERM',
    stopGraceMs: graceMs + (image ? killAfterGraceMs.image : killAfterGraceMs.clone),
  }
}

/** When we are root: the run user cannot enter root's HOME, and browsers need one for their caches. */
export function userVariables(home: Home, identity: Identity): Record<string, string> {
  if (!identity.isDropped) return {}
  return {
    HOME: home.user,
    USER: identity.name,
    LOGNAME: identity.name,
    XDG_CACHE_HOME: path.join(home.user, 'cache'),
  }
}

/** None is another program's secret, as NODE_AUTH_TOKEN would be. */
const ofEveryProcess =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TZ|LANG|LC_[A-Z]+|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|OTEL_[A-Z_]+|PAS_STACK)$/

/**
 * What a service reads, and nothing else of the operator's shell; its AWS credentials only when the service has an S3
 * store.
 */
function variablesFor(
  service: Service,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const own = namesReadBy(service)
  const usesS3 = own.has('STORAGE_URL') && env.STORAGE_URL?.startsWith('s3:') === true
  const ofPrograms = service === 'render-worker' ? isForEngines : () => false
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => {
      if (name.startsWith('AWS_')) return usesS3
      return own.has(name) || ofEveryProcess.test(name) || ofPrograms(name)
    }),
  )
}
