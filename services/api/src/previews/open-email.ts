import type { DatabaseDeps } from '@pas/db/row-deps'
import { findOpenEmail } from '@pas/emails/find-emails'
import { ApiError } from '@pas/runtime/errors'

/** An email that takes new captures. */
export interface OpenEmail {
  id: string
  accountId: number
  /** Not null while assets are still to be fetched, without which no capture may begin. */
  assetsDueAt: Date | null
}

/** The email with this guid. Throws 404 when it is unknown, takes no captures, or is not of `ownerId`. */
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

/**
 * The 404 for an email that is unknown, removed, too old or another account's. The same for all, so that a caller
 * cannot tell which emails exist.
 */
export const noOpenEmail = (): ApiError =>
  new ApiError('not_found', 'No email with this guid takes captures: it is unknown, or older than 48 hours.')
