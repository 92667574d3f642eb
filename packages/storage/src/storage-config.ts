import { parseConfig } from '@pas/settings/parse-config'
import { variablesOf } from '@pas/settings/setting'
import { checkStorage, storageSettings, type StorageValues } from '@pas/settings/stores'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { assertObjectKey } from './object-key'
import type { S3StorageConfig } from './s3-connection'

type StorageLocation =
  { kind: 'file'; path: string } | ({ kind: 's3' } & Pick<S3StorageConfig, 'bucket' | 'prefix'>)

export type StorageConfig = { kind: 'file'; path: string } | ({ kind: 's3' } & S3StorageConfig)

export const storageLocation = z.string().transform((text, context): StorageLocation => {
  const location = parseStorageUrl(text)
  if (location) return location
  context.addIssue('must be file:///absolute/path or s3://bucket/prefix')
  return z.NEVER
})

export function storageConfig({
  STORAGE_URL: location,
  ...values
}: Omit<StorageValues, 'STORAGE_URL'> & { STORAGE_URL: StorageLocation }): StorageConfig {
  if (location.kind === 'file') return location
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values
  return {
    ...location,
    endpoint: values.S3_ENDPOINT ?? null,
    region: values.S3_REGION,
    forcePathStyle: values.S3_FORCE_PATH_STYLE,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  }
}

const variables = variablesOf('pas', storageSettings, { STORAGE_URL: storageLocation }).superRefine(
  checkStorage,
)

/** Throws a `ConfigError` that names every variable at fault. */
export const readStorageConfig = (env: Readonly<Record<string, string | undefined>>): StorageConfig =>
  storageConfig(parseConfig(variables, env))

function parseStorageUrl(text: string): StorageLocation | null {
  if (!/^(file:\/\/\/|s3:\/\/)/.test(text)) return null
  try {
    const url = new URL(text)
    if (url.search || url.hash || url.username || url.port) return null
    if (url.protocol === 'file:') return { kind: 'file', path: fileURLToPath(url) }
    if (url.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) return null
    const prefix = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, '')
    if (prefix !== '') assertObjectKey(prefix)
    return { kind: 's3', bucket: url.hostname, prefix }
  } catch {
    return null
  }
}
