import { databaseConfig, databaseVariables, parseConfig, startVariables } from '@pas/runtime/config'
import { checkHttpVariables, httpConfig, httpVariables, stopConfig } from '@pas/runtime/http/http-config'
import { checkStorageVariables, storageConfig, storageVariables } from '@pas/storage/open-storage'
import { z } from 'zod'

const schema = z
  .object({
    ...httpVariables,
    ...storageVariables,
    ...databaseVariables,
    ...startVariables,
  })
  .superRefine(checkHttpVariables)
  .superRefine(checkStorageVariables)
  .transform((env) => ({
    http: httpConfig(env),
    stop: stopConfig(env),
    database: databaseConfig(env),
    /** How long the start waits for the database. */
    startTimeoutMs: env.START_TIMEOUT_MS,
    storage: storageConfig(env),
  }))

/** The image service's configuration. `main.ts` reads it once. */
export type ImagesConfig = z.output<typeof schema>

/** Reads the configuration from the environment. Throws a `ConfigError` that names every variable at fault. */
export const loadConfig = (env: Readonly<Record<string, string | undefined>>): ImagesConfig =>
  parseConfig(schema, env)
