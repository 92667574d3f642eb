import { checkHttp, httpConfig, httpSettings, lifecycleConfig } from '@pas/settings/http'
import { parseConfig } from '@pas/settings/parse-config'
import { variablesOf } from '@pas/settings/setting'
import { checkStorage, databaseConfig, storageSettings, storeSettings } from '@pas/settings/stores'
import { storageConfig, storageLocation } from '@pas/storage/storage-config'
import type { z } from 'zod'

export const variables = variablesOf(
  'images',
  { ...httpSettings, ...storeSettings, ...storageSettings },
  { STORAGE_URL: storageLocation },
)

const schema = variables
  .superRefine(checkHttp)
  .superRefine(checkStorage)
  .transform((env) => ({
    http: httpConfig(env),
    ...lifecycleConfig(env),
    database: databaseConfig(env),
    storage: storageConfig(env),
  }))

export type ImagesConfig = z.output<typeof schema>

export const loadConfig = (env: Readonly<Record<string, string | undefined>>): ImagesConfig =>
  parseConfig(schema, env)
