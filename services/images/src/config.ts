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
    /** For each store that it cannot begin without. */
    startTimeoutMs: env.START_TIMEOUT_MS,
    storage: storageConfig(env),
  }))

/** How the image service runs; read once, in `main.ts`. */
export type ImagesConfig = z.output<typeof schema>

/** Throws a `ConfigError` naming every variable at fault. */
export const loadConfig = (env: Readonly<Record<string, string | undefined>>): ImagesConfig =>
  parseConfig(schema, env)
