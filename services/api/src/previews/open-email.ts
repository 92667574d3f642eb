import type { DatabaseDeps } from '@pas/db/row-deps'
import { findOpenEmail } from '@pas/emails/find-emails'
import { ApiError } from '@pas/runtime/errors'

export interface OpenEmail {
  id: string
  accountId: number
  /** While it is not null, assets are missing, and no capture may begin. */
  assetsDueAt: Date | null
}

/** Throws 404 when the email is unknown, takes no captures, or is not of `ownerId`. */
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
