import { availableParallelism } from 'node:os'
import { engineEnvironment } from '@pas/engine-programs/engine-environment'
import {
  databaseConfig,
  databaseVariables,
  onOff,
  parseConfig,
  redisConfig,
  redisVariables,
  startVariables,
  wholeNumber,
} from '@pas/runtime/config'
import { checkStorageVariables, storageConfig, storageVariables } from '@pas/storage/open-storage'
import { z } from 'zod'
import { defaultPulseTimeoutMs, type EngineLimits } from './engines/supervised/engine-run'
import { servedEngineNames, type ServedEngineName } from './engines/engine-registry'

const engineList = z.string().transform((text, context): ServedEngineName[] => {
  const names = new Set(text.split(',').map((name) => name.trim()))
  const known = servedEngineNames.filter((name) => names.has(name))
  if (known.length === names.size) return known
  context.addIssue(`must be a comma-separated list of ${servedEngineNames.join(', ')}`)
  return z.NEVER
})

const schema = z
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
    /**
     * How long an engine's process may take to answer a ping during a capture, after which it is killed
     * as hanging.
     */
    ENGINE_PULSE_TIMEOUT_MS: wholeNumber().default(defaultPulseTimeoutMs),
    /**
     * Niceness of the engines' programs (nice(1)): they leave the processors to the services, for whose answers people
     * wait. The worker itself keeps niceness 0, because its heartbeat must be in time.
     */
    ENGINE_NICE: wholeNumber(0).max(19).default(5),
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
  .transform((env) => ({
    database: databaseConfig(env),
    /** How long the worker waits at its start for each store it needs (Postgres, Redis). */
    startTimeoutMs: env.START_TIMEOUT_MS,
    redis: redisConfig(env),
    storage: storageConfig(env),
    engines: env.ENGINES,
    concurrency: env.CAPTURE_CONCURRENCY,
    captureTimeoutMs: env.CAPTURE_TIMEOUT_MS,
    jobTimeoutMs: env.JOB_TIMEOUT_MS,
    chromiumPath: env.CHROMIUM_PATH ?? null,
    firefoxPath: env.FIREFOX_PATH ?? null,
    thunderbirdPath: env.THUNDERBIRD_PATH ?? null,
    isSandboxed: !env.ALLOW_UNSANDBOXED,
    reusesPages: env.REUSE_PAGES,
    engineLimits: {
      ...recycleLimits(env.RECYCLE_CAPTURES, env.RECYCLE_MB),
      pulseTimeoutMs: env.ENGINE_PULSE_TIMEOUT_MS,
    },
    niceness: env.ENGINE_NICE,
    health: { host: env.HEALTH_HOST, port: env.HEALTH_PORT },
    shutdownGraceMs: env.SHUTDOWN_GRACE_MS,
  }))

/** How a worker runs; read once, in `main.ts`. */
export interface WorkerConfig extends z.output<typeof schema> {
  engineEnvironment: Readonly<Record<string, string>>
}

/** Throws a `ConfigError` naming every variable at fault. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): WorkerConfig {
  return {
    ...parseConfig(schema, env),
    engineEnvironment: engineEnvironment(env),
  }
}

/** The limits that are set; each engine has its own for the others. */
function recycleLimits(captures: number | undefined, megabytes: number | undefined): Partial<EngineLimits> {
  return {
    ...(captures !== undefined && { captures }),
    ...(megabytes !== undefined && { residentBytes: megabytes * 1024 * 1024 }),
  }
}
