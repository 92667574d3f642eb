import { availableParallelism } from 'node:os'
import { engineEnvironment } from '@pas/engine-programs/engine-environment'
import { engineSettings } from '@pas/settings/engines'
import { httpSettings } from '@pas/settings/http'
import { parseConfig } from '@pas/settings/parse-config'
import { variablesOf } from '@pas/settings/setting'
import {
  checkStorage,
  databaseConfig,
  redisConfig,
  storageSettings,
  storeSettings,
} from '@pas/settings/stores'
import { checkTimes, timeSettings } from '@pas/settings/times'
import { storageConfig, storageLocation } from '@pas/storage/storage-config'
import { z } from 'zod'
import { servedEngineNames, type ServedEngineName } from './engines/engine-registry'

const engineList = z.string().transform((text, context): ServedEngineName[] => {
  const names = new Set(text.split(',').map((name) => name.trim()))
  const known = servedEngineNames.filter((name) => names.has(name))
  if (known.length === names.size) return known
  context.addIssue(`must be a comma-separated list of ${servedEngineNames.join(', ')}`)
  return z.NEVER
})

export const variables = variablesOf(
  'render-worker',
  { ...httpSettings, ...storeSettings, ...storageSettings, ...timeSettings, ...engineSettings },
  { STORAGE_URL: storageLocation, ENGINES: engineList },
)

const schema = variables
  .superRefine(checkStorage)
  .superRefine(checkTimes)
  .transform((env) => ({
    database: databaseConfig(env),
    startTimeoutMs: env.START_TIMEOUT_MS,
    redis: redisConfig(env),
    storage: storageConfig(env),
    engines: env.ENGINES,
    concurrency: env.CAPTURE_CONCURRENCY ?? Math.max(1, Math.min(2, availableParallelism())),
    captureTimeoutMs: env.CAPTURE_TIMEOUT_MS,
    jobTimeoutMs: env.JOB_TIMEOUT_MS,
    chromiumPath: env.CHROMIUM_PATH ?? null,
    firefoxPath: env.FIREFOX_PATH ?? null,
    thunderbirdPath: env.THUNDERBIRD_PATH ?? null,
    isSandboxed: !env.ALLOW_UNSANDBOXED,
    reusesPages: env.REUSE_PAGES,
    engineLimits: {
      ...(env.RECYCLE_CAPTURES !== undefined && { captures: env.RECYCLE_CAPTURES }),
      ...(env.RECYCLE_MB !== undefined && { residentBytes: env.RECYCLE_MB * 1024 * 1024 }),
      ...(env.ENGINE_PULSE_TIMEOUT_MS !== undefined && { pulseTimeoutMs: env.ENGINE_PULSE_TIMEOUT_MS }),
    },
    niceness: env.ENGINE_NICE,
    health: { host: env.HEALTH_HOST, port: env.HEALTH_PORT },
    shutdownGraceMs: env.SHUTDOWN_GRACE_MS,
  }))

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
