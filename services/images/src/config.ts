import { databaseVariables, parseConfig, startVariables } from '@pas/runtime/config'
import {
  checkHttpVariables,
  httpConfig,
  httpVariables,
  stopConfig,
  type HttpConfig,
  type StopConfig,
} from '@pas/runtime/http/http-config'
import {
  checkStorageVariables,
  storageConfig,
  storageVariables,
  type StorageConfig,
} from '@pas/storage/open-storage'
import { z } from 'zod'

const variables = z
  .object({
    ...httpVariables,
    ...storageVariables,
    ...databaseVariables,
    ...startVariables,
  })
  .superRefine(checkHttpVariables)
  .superRefine(checkStorageVariables)

/** The image service's configuration. `main.ts` reads it once. */
export interface ImagesConfig {
  http: HttpConfig
  stop: StopConfig
  database: { url: string; poolMax: number }
  /** How long the start waits for the database. */
  startTimeoutMs: number
  storage: StorageConfig
}

/** Reads the configuration from the environment. Throws a `ConfigError` that names every variable at fault. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): ImagesConfig {
  const parsed = parseConfig(variables, env)
  return {
    http: httpConfig(parsed),
    stop: stopConfig(parsed),
    database: { url: parsed.DATABASE_URL, poolMax: parsed.DATABASE_POOL },
    startTimeoutMs: parsed.START_TIMEOUT_MS,
    storage: storageConfig(parsed),
  }
}
