import { isForEngines } from '@pas/engine-programs/engine-environment'
import type { ProcessKey } from './stack-options'

/** The services, in the order they are started. */
export const serviceKeys = ['auth', 'api', 'images', 'board', 'render-worker'] as const
export type ServiceKey = Extract<ProcessKey, (typeof serviceKeys)[number]>

const http = [
  'HOST',
  'PORT',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
  'TRUST_PROXY',
  'HTTP_PORT',
  'HSTS_INCLUDE_SUBDOMAINS',
  'START_TIMEOUT_MS',
  'DRAIN_DELAY_MS',
  'SHUTDOWN_GRACE_MS',
]
const storage = ['STORAGE_URL', 'S3_ENDPOINT', 'S3_REGION', 'S3_FORCE_PATH_STYLE']
const awsCredentials = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
const database = ['DATABASE_URL', 'DATABASE_POOL']
const redis = ['REDIS_URL', 'REDIS_PREFIX']
const captureTimeouts = ['CAPTURE_TIMEOUT_MS', 'JOB_TIMEOUT_MS']

/** The variables that each service's `config.ts` reads. */
export const serviceVariables: Readonly<Record<ServiceKey, readonly string[]>> = {
  auth: [
    ...http,
    ...database,
    ...redis,
    'SMTP_URL',
    'SMTP_FROM',
    'PRODUCT_NAME',
    'SUPPORT_URL',
    'LOGO_URL',
    'AUTH_URL',
    'BOARD_URL',
    'SESSION_SECRET',
    'ENCRYPTION_KEYS',
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'OIDC_NAME',
    'OIDC_ONLY',
    'ACCESS_TOKEN_TTL_S',
    'DEFAULT_EMAIL_CLIENTS',
    'SIGN_IN_FAILURES_PER_ACCOUNT',
    'SIGN_IN_FAILURES_PER_ADDRESS',
    'TOKEN_FAILURES',
    'SIGN_IN_FAILURES_PER_ACCOUNT_A_DAY',
  ],
  api: [
    ...http,
    ...storage,
    ...awsCredentials,
    ...database,
    ...redis,
    ...captureTimeouts,
    'AUTH_URL',
    'API_URL',
    'INSTANT_URL',
    'IMAGES_URL',
    'BOARD_URL',
    'DEFAULT_EMAIL_CLIENTS',
    'ASSET_ALLOW',
    'WEBHOOK_ALLOW',
    'FALLBACK_HOSTS',
    'LONG_POLL_TIMEOUT_MS',
    'PROXY_TIMEOUT_MS',
    'QUEUE_WAIT_LIMIT_MS',
    'RECONCILE_INTERVAL_MS',
    'RETENTION_INTERVAL_MS',
    'EMAILS_PER_MINUTE',
    'CAPTURES_PER_HOUR',
    'CAPTURES_WAITING',
    'EMAIL_BYTES_PER_HOUR',
    'CHANGES_PER_MINUTE',
    'BODY_BYTES_IN_FLIGHT',
    'BODY_BYTES_IN_FLIGHT_PER_ACCOUNT',
  ],
  images: [...http, ...storage, ...awsCredentials, ...database],
  board: [
    ...http,
    ...database,
    'PRODUCT_NAME',
    'SUPPORT_URL',
    'LOGO_URL',
    'BOARD_URL',
    'AUTH_URL',
    'API_URL',
    'INSTANT_URL',
    'IMAGES_URL',
    'DEFAULT_EMAIL_CLIENTS',
    'BOARD_CLIENT_ID',
    'BOARD_CLIENT_SECRET',
    'BOARD_SECRET',
    'OIDC_ONLY',
    'AUTH_INTERNAL_URL',
    'API_INTERNAL_URL',
  ],
  'render-worker': [
    ...storage,
    ...awsCredentials,
    ...database,
    ...redis,
    ...captureTimeouts,
    'ENGINES',
    'CAPTURE_CONCURRENCY',
    'CHROMIUM_PATH',
    'FIREFOX_PATH',
    'THUNDERBIRD_PATH',
    'ALLOW_UNSANDBOXED',
    'REUSE_PAGES',
    'RECYCLE_CAPTURES',
    'RECYCLE_MB',
    'ENGINE_PULSE_TIMEOUT_MS',
    'ENGINE_NICE',
    'HEALTH_HOST',
    'HEALTH_PORT',
    'START_TIMEOUT_MS',
    'SHUTDOWN_GRACE_MS',
  ],
}

/** Variables of the system and of Node; none is another program's secret, as NODE_AUTH_TOKEN would be. */
const ofEveryProcess =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TZ|LANG|LC_[A-Z]+|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|OTEL_[A-Z_]+|PAS_STACK)$/

/**
 * The variables of the environment that a service reads, and nothing else of the operator's shell. Credentials for AWS
 * in the shell are for its S3 store only when the service has one.
 */
export function variablesFor(
  service: ServiceKey,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const own = new Set(serviceVariables[service])
  const usesS3 = own.has('STORAGE_URL') && env.STORAGE_URL?.startsWith('s3:') === true
  const ofPrograms = service === 'render-worker' ? isForEngines : () => false
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => {
      if (name.startsWith('AWS_')) return usesS3
      return own.has(name) || ofEveryProcess.test(name) || ofPrograms(name)
    }),
  )
}
