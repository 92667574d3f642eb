import { BucketAlreadyOwnedByYou, CreateBucketCommand } from '@aws-sdk/client-s3'
import { openS3Connection, type S3StorageConfig } from './s3-connection'

/**
 * Makes the bucket unless we have it already; for a command or a test, never on the way of a request. Rejects with the SDK's own
 * error, e.g. when the name is somebody else's.
 */
export async function createBucket(config: S3StorageConfig): Promise<void> {
  const s3 = openS3Connection(config)
  try {
    await s3.send(new CreateBucketCommand({ Bucket: config.bucket }))
  } catch (error) {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error
  } finally {
    s3.destroy()
  }
}
