import { availableParallelism } from 'node:os'
import {
  databaseVariables,
  onOff,
  parseConfig,
  redisVariables,
  startVariables,
  wholeNumber,
} from '@pas/runtime/config'
import {
  checkStorageVariables,
  storageConfig,
  storageVariables,
  type StorageConfig,
} from '@pas/storage/open-storage'
import { z } from 'zod'
import type { RecycleLimits } from './engines/supervised/engine-run'
import { engineNames, type ServedEngineName } from './engines/engine-registry'

const engineList = z.string().transform((text, context): ServedEngineName[] => {
  const names = new Set(text.split(',').map((name) => name.trim()))
  const known = engineNames.filter((name) => names.has(name))
  if (known.length === names.size) return known
  context.addIssue(`must be a comma-separated list of ${engineNames.join(', ')}`)
  return z.NEVER
})

const variables = z
  .object({
    ...storageVariables,
    ...databaseVariables,
    ...startVariables,
    ...redisVariables,
    ENGINES: engineList.default(['chromium', 'text']),
    /**
     * Concurrent captures per engine. More than there are cores makes each capture slower and draws no more per second.
     */
    CAPTURE_CONCURRENCY: wholeNumber().default(Math.max(1, Math.min(2, availableParallelism()))),
    CAPTURE_TIMEOUT_MS: wholeNumber().default(20_000), // below JOB_TIMEOUT_MS
    JOB_TIMEOUT_MS: wholeNumber().default(30_000), // below LONG_POLL_TIMEOUT_MS of the API
    /**
     * Path of a chromium-headless-shell or a full Chromium; when not set, the paths where Debian installs them are
     * tried.
     */
    CHROMIUM_PATH: z.string().optional(),
    /** Paths of Firefox and Thunderbird, when they are not where Debian installs them. */
    FIREFOX_PATH: z.string().optional(),
    THUNDERBIRD_PATH: z.string().optional(),
    ALLOW_UNSANDBOXED: onOff.default(false),
    /**
     * Captures of one account may share a browser page (ADR 26). Off: each capture has its own page, for twice the
     * processor time.
     */
    REUSE_PAGES: onOff.default(true),
    /**
     * An engine's process is replaced after this many captures or at this resident memory. Not set: each engine's own
     * limits.
     */
    RECYCLE_CAPTURES: wholeNumber().optional(),
    RECYCLE_MB: wholeNumber().optional(),
    HEALTH_HOST: z.string().default('127.0.0.1'),
    HEALTH_PORT: wholeNumber(0).max(65_535).default(0),
    SHUTDOWN_GRACE_MS: wholeNumber().default(60_000),
  })
  .superRefine(checkStorageVariables)
  .superRefine((env, context) => {
    if (env.CAPTURE_TIMEOUT_MS < env.JOB_TIMEOUT_MS) return
    const message = `must be above CAPTURE_TIMEOUT_MS (${env.CAPTURE_TIMEOUT_MS})`
    context.addIssue({ code: 'custom', path: ['JOB_TIMEOUT_MS'], message })
  })

/** Allowlist of the environment variables that engines' programs get: the others hold secrets. */
const engineEnvironment = /^(PATH|HOME|TMPDIR|LANG|LC_.*|TZ|LD_LIBRARY_PATH|FONTCONFIG_.*|XDG_.*)$/

/** How a worker runs; read once, in `main.ts`. */
export interface WorkerConfig {
  database: { url: string; poolMax: number }
  /** How long the worker waits at its start for each store it needs (Postgres, Redis). */
  startTimeoutMs: number
  redis: { url: string; prefix: string }
  storage: StorageConfig
  engines: readonly ServedEngineName[]
  concurrency: number
  captureTimeoutMs: number
  jobTimeoutMs: number
  chromiumPath: string | null
  firefoxPath: string | null
  thunderbirdPath: string | null
  isSandboxed: boolean
  reusesPages: boolean
  recycle: Partial<RecycleLimits>
  engineEnvironment: Readonly<Record<string, string>>
  health: { host: string; port: number }
  shutdownGraceMs: number
}

/** Throws a `ConfigError` naming every variable at fault. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): WorkerConfig {
  const parsed = parseConfig(variables, env)
  return {
    database: { url: parsed.DATABASE_URL, poolMax: parsed.DATABASE_POOL },
    startTimeoutMs: parsed.START_TIMEOUT_MS,
    redis: { url: parsed.REDIS_URL, prefix: parsed.REDIS_PREFIX },
    storage: storageConfig(parsed),
    engines: parsed.ENGINES,
    concurrency: parsed.CAPTURE_CONCURRENCY,
    captureTimeoutMs: parsed.CAPTURE_TIMEOUT_MS,
    jobTimeoutMs: parsed.JOB_TIMEOUT_MS,
    chromiumPath: parsed.CHROMIUM_PATH ?? null,
    firefoxPath: parsed.FIREFOX_PATH ?? null,
    thunderbirdPath: parsed.THUNDERBIRD_PATH ?? null,
    reusesPages: parsed.REUSE_PAGES,
    isSandboxed: !parsed.ALLOW_UNSANDBOXED,
    recycle: {
      ...(parsed.RECYCLE_CAPTURES === undefined ? {} : { captures: parsed.RECYCLE_CAPTURES }),
      ...(parsed.RECYCLE_MB === undefined ? {} : { residentBytes: parsed.RECYCLE_MB * 1024 * 1024 }),
    },
    engineEnvironment: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) =>
        value !== undefined && engineEnvironment.test(name) ? [[name, value]] : [],
      ),
    ),
    health: { host: parsed.HEALTH_HOST, port: parsed.HEALTH_PORT },
    shutdownGraceMs: parsed.SHUTDOWN_GRACE_MS,
  }
}
