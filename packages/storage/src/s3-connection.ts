import { S3Client } from '@aws-sdk/client-s3'

export interface S3StorageConfig {
  bucket: string
  /** Stands before every key, without slashes at its ends; may be empty. */
  prefix: string
  /** Null for AWS itself. */
  endpoint: string | null
  region: string
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  forcePathStyle: boolean
  /** Null: those that the SDK finds (a role, a profile). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** Time until a response's headers, and of silence within its body; 10 s by default. */
  requestTimeoutMs?: number
}

const connectTimeoutMs = 2_000
const defaultRequestTimeoutMs = 10_000
const maxAttempts = 2

export function openS3Connection(config: S3StorageConfig): S3Client {
  const { requestTimeoutMs = defaultRequestTimeoutMs } = config
  return new S3Client({
    region: config.region,
    forcePathStyle: config.forcePathStyle,
    ...(config.endpoint === null ? {} : { endpoint: config.endpoint }),
    ...(config.credentials === null ? {} : { credentials: config.credentials }),
    // Other servers than AWS often refuse the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: requestTimeoutMs,
      socketTimeout: requestTimeoutMs,
      // Otherwise the SDK only warns when `requestTimeout` passes.
      throwOnRequestTimeout: true,
    },
  })
}
