import { S3Client } from '@aws-sdk/client-s3'

/** Where a bucket is and how to speak to it. */
export interface S3StorageConfig {
  bucket: string
  /** Before every key, without slashes at its ends; may be empty. */
  prefix: string
  /** Null for AWS itself. */
  endpoint: string | null
  region: string
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  forcePathStyle: boolean
  /** Null: whatever the SDK finds (a role, a profile). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** For a whole request up to its answer's headers, and for silence inside its body; 10 s when not given. */
  requestTimeoutMs?: number
}

const connectTimeoutMs = 2_000
const defaultRequestTimeoutMs = 10_000
const maxAttempts = 2

/** Speaks S3 to any server; nothing is sent before the first command. */
export function openS3Connection(config: S3StorageConfig): S3Client {
  const { requestTimeoutMs = defaultRequestTimeoutMs } = config
  return new S3Client({
    region: config.region,
    forcePathStyle: config.forcePathStyle,
    ...(config.endpoint === null ? {} : { endpoint: config.endpoint }),
    ...(config.credentials === null ? {} : { credentials: config.credentials }),
    // Servers other than AWS's own often refuse the checksums that the SDK adds when left to itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: requestTimeoutMs,
      socketTimeout: requestTimeoutMs,
      // Without it a request over its time is a warning only.
      throwOnRequestTimeout: true,
    },
  })
}
