import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { openFileStorage } from './file-storage'
import { assertObjectKey } from './object-key'
import type { S3StorageConfig } from './s3-connection'
import type { Storage } from './storage'

type StorageLocation =
  { kind: 'file'; path: string } | ({ kind: 's3' } & Pick<S3StorageConfig, 'bucket' | 'prefix'>)

/** Which store a process uses. */
export type StorageConfig = { kind: 'file'; path: string } | ({ kind: 's3' } & S3StorageConfig)

const storageUrl = z.string().transform((text, context): StorageLocation => {
  const location = parseStorageUrl(text)
  if (location) return location
  context.addIssue('must be file:///absolute/path or s3://bucket/prefix')
  return z.NEVER
})

/**
 * The variables of every process that uses storage. A process spreads them into its schema, and adds
 * `checkStorageVariables`.
 */
export const storageVariables = {
  STORAGE_URL: storageUrl,
  /** The URL of an S3 server other than AWS. */
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be the http or https URL of a server that speaks S3' })
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  /** The bucket in the path instead of the host name, which most S3 servers other than AWS need. */
  S3_FORCE_PATH_STYLE: z
    .stringbool({ truthy: ['1', 'true', 'yes'], falsy: ['0', 'false', 'no'] })
    .default(false),
  /** Both keys or none; with none the SDK looks for a role or a profile. */
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
}

/** Refuses half-set credentials; for a schema's `superRefine`. */
export function checkStorageVariables(
  {
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
  }: { AWS_ACCESS_KEY_ID?: string | undefined; AWS_SECRET_ACCESS_KEY?: string | undefined },
  context: z.RefinementCtx,
): void {
  const report = (name: string, other: string): void =>
    context.addIssue({ code: 'custom', path: [name], message: `is required when ${other} is set` })
  if (AWS_ACCESS_KEY_ID && !AWS_SECRET_ACCESS_KEY) report('AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID')
  if (AWS_SECRET_ACCESS_KEY && !AWS_ACCESS_KEY_ID) report('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY')
}

/** The part of a parsed environment that says where objects are. */
export function storageConfig(variables: z.output<z.ZodObject<typeof storageVariables>>): StorageConfig {
  const location = variables.STORAGE_URL
  if (location.kind === 'file') return location
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables
  return {
    ...location,
    endpoint: variables.S3_ENDPOINT ?? null,
    region: variables.S3_REGION,
    forcePathStyle: variables.S3_FORCE_PATH_STYLE,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  }
}

/** Connects on first use; call `check` to know whether the store can be used. */
export function openStorage(config: StorageConfig): Storage {
  return config.kind === 'file' ? openFileStorage(config.path) : openS3StorageOnUse(config)
}

/** Storage in S3. Loads AWS's SDK on first use, so that a process with objects in a folder never loads it. */
function openS3StorageOnUse(config: S3StorageConfig): Storage {
  let opening: Promise<Storage> | null = null
  const opened = (): Promise<Storage> =>
    (opening ??= import('./s3-storage').then(({ openS3Storage }) => openS3Storage(config)))
  return {
    put: async (...object) => (await opened()).put(...object),
    get: async (key) => (await opened()).get(key),
    open: async (key) => (await opened()).open(key),
    deletePrefix: async (prefix) => (await opened()).deletePrefix(prefix),
    list: async function* (prefix) {
      yield* (await opened()).list(prefix)
    },
    removeUnfinished: async (before, signal) => (await opened()).removeUnfinished(before, signal),
    check: async () => (await opened()).check(),
    close: () => void opening?.then((storage) => storage.close()),
  }
}

function parseStorageUrl(text: string): StorageLocation | null {
  if (!/^(file:\/\/\/|s3:\/\/)/.test(text)) return null
  try {
    const url = new URL(text)
    if (url.search || url.hash || url.username || url.port) return null
    if (url.protocol === 'file:') return { kind: 'file', path: fileURLToPath(url) }
    if (url.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) return null
    const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
    if (prefix !== '') assertObjectKey(prefix)
    return { kind: 's3', bucket: url.hostname, prefix }
  } catch {
    return null
  }
}
