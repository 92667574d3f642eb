import type { Storage } from '@pas/storage/storage'
import { allEnded } from './all-ended'
import {
  failedAssets,
  frozenAssets,
  readStored,
  unfetchedAssets,
  type FailedAsset,
  type FrozenAsset,
  type UnfetchedAsset,
} from './frozen-email'
import { failedAssetsKey, frozenAssetsKey, unfetchedAssetsKey } from './storage-keys'

export interface EmailAssets {
  kept: FrozenAsset[]
  failed: FailedAsset[]
}

export interface AssetLists extends EmailAssets {
  /** To be fetched before the first capture. */
  unfetched: UnfetchedAsset[]
}

/** Empty once the content is erased. Rejects with the storage's errors, as the functions below do. */
export async function listAssets(storage: Pick<Storage, 'get'>, emailGuid: string): Promise<EmailAssets> {
  const [kept, failed] = await Promise.all([
    listKeptAssets(storage, emailGuid),
    listFailedAssets(storage, emailGuid),
  ])
  return { kept, failed }
}

export const listKeptAssets = (storage: Pick<Storage, 'get'>, emailGuid: string): Promise<FrozenAsset[]> =>
  readList(storage, frozenAssetsKey(emailGuid), frozenAssets)

export const listFailedAssets = (storage: Pick<Storage, 'get'>, emailGuid: string): Promise<FailedAsset[]> =>
  readList(storage, failedAssetsKey(emailGuid), failedAssets)

export async function readAssetLists(storage: Pick<Storage, 'get'>, emailGuid: string): Promise<AssetLists> {
  const [assets, unfetched] = await Promise.all([
    listAssets(storage, emailGuid),
    readList(storage, unfetchedAssetsKey(emailGuid), unfetchedAssets),
  ])
  return { ...assets, unfetched }
}

/** Rejects with the storage's errors after all writes have ended. */
export async function putAssetLists(
  storage: Pick<Storage, 'put'>,
  emailGuid: string,
  { kept, failed, unfetched }: AssetLists,
): Promise<void> {
  const lists: [string, readonly unknown[]][] = [
    [frozenAssetsKey(emailGuid), kept],
    [unfetchedAssetsKey(emailGuid), unfetched],
    [failedAssetsKey(emailGuid), failed],
  ]
  const puts = lists
    .filter(([, list]) => list.length > 0)
    .map(([key, list]) => storage.put(key, Buffer.from(JSON.stringify(list)), 'application/json'))
  await allEnded(puts)
}

async function readList<Item>(
  storage: Pick<Storage, 'get'>,
  key: string,
  schema: { parse(value: unknown): Item[] },
): Promise<Item[]> {
  const stored = await storage.get(key)
  return stored ? readStored(schema, stored.body) : []
}
