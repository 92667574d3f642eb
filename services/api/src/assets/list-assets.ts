import { failedAssets, frozenAssets, type FailedAsset, type FrozenAsset } from '@pas/captures/frozen-email'
import { failedAssetsKey, frozenAssetsKey } from '@pas/captures/storage-keys'
import type { Storage } from '@pas/storage/storage'
import { readStoredList } from './read-stored-list'

/** The assets that an email shows, and those that it does not, with the reason of each. */
export interface EmailAssets {
  kept: FrozenAsset[]
  failed: FailedAsset[]
}

/**
 * What became of an email's assets so far: those that are still to be fetched are in neither list. Both are empty once
 * the content is erased. Rejects with the storage's errors.
 */
export async function listAssets(storage: Pick<Storage, 'get'>, emailGuid: string): Promise<EmailAssets> {
  const [kept, failed] = await Promise.all([
    readStoredList(storage, frozenAssetsKey(emailGuid), frozenAssets),
    listFailedAssets(storage, emailGuid),
  ])
  return { kept, failed }
}

/** The `failed` of `listAssets` alone. */
export const listFailedAssets = (storage: Pick<Storage, 'get'>, emailGuid: string): Promise<FailedAsset[]> =>
  readStoredList(storage, failedAssetsKey(emailGuid), failedAssets)
