import type { DatabaseDeps } from '@pas/db/row-deps'
import { listFailedAssets } from '@pas/emails/asset-lists'
import { getContentBytes, openContent, type OpenedContent } from '@pas/emails/email-content'
import { findOpenEmail } from '@pas/emails/find-emails'
import type { FailedAsset } from '@pas/emails/frozen-email'
import { ApiError } from '@pas/runtime/errors'
import type { Storage } from '@pas/storage/storage'
import { maxSmallLength } from './email-reader'

export interface OpenEmail {
  id: string
  accountId: number
  /** While it is not null, assets are missing, and no capture may begin. */
  assetsDueAt: Date | null
}

/** Throws 404 when it is unknown, takes no captures, or is not of `ownerId`. */
export async function getOpenEmail(
  { db, clock }: DatabaseDeps,
  emailGuid: string,
  ownerId?: number,
): Promise<OpenEmail> {
  const key = { id: emailGuid, ...(ownerId !== undefined && { accountId: ownerId }) }
  const email = await findOpenEmail({ db, clock }, key)
  if (!email) throw noOpenEmail()
  return email
}

/** The same for all reasons, so that a caller cannot tell which emails exist. */
export const noOpenEmail = (): ApiError =>
  new ApiError('not_found', 'No email with this guid takes captures: it is unknown, or older than 48 hours.')

/** Keeps a small email in memory. Reads a long one in each turn, so that waiting requests have none in memory. */
export interface ReadableEmail {
  /** `email.json`. */
  body: () => Promise<Uint8Array>
  /** Bytes of `email.json`. */
  length: () => Promise<number>
  failedAssets: () => Promise<readonly FailedAsset[]>
  /** The next call reads storage again. */
  forget: () => void
}

/** `body` and `length` reject with a 404 when its content is erased. */
export function storedEmail(storage: Pick<Storage, 'get' | 'open'>, emailGuid: string): ReadableEmail {
  const unlessErased = async <Found>(finding: Promise<Found | null>): Promise<Found> => {
    const found = await finding
    // The content was erased since the row was read.
    if (found === null) throw noOpenEmail()
    return found
  }
  let opened: Promise<OpenedContent> | null = null
  let failedAssets: Promise<FailedAsset[]> | null = null
  const open = (): Promise<OpenedContent> =>
    (opened ??= unlessErased(openContent(storage, emailGuid, maxSmallLength)))
  return {
    body: async () => (await open()).body ?? unlessErased(getContentBytes(storage, emailGuid)),
    length: async () => (await open()).length,
    failedAssets: () => (failedAssets ??= listFailedAssets(storage, emailGuid)),
    forget: () => {
      opened = null
      failedAssets = null
    },
  }
}
