import { BucketAlreadyOwnedByYou, CreateBucketCommand } from '@aws-sdk/client-s3'
import { openS3Connection, type S3StorageConfig } from './s3-connection'

/** Only commands and tests call it. Rejects with the SDK's error. */
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
