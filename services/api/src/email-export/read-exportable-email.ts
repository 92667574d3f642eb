import { isCaptured } from '@pas/captures/capture-state'
import type { FrozenEmail } from '@pas/emails/frozen-email'
import { listPreviews } from '@pas/captures/list-previews'
import type { PictureRow } from '@pas/captures/storage-keys'
import type { Email } from '@pas/db/database'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { ApiError, invalidField } from '@pas/runtime/errors'
import type { Storage } from '@pas/storage/storage'
import { getEmail, getEmailSource } from '../emails/find-emails'
import { offeredInOrder, type OfferedPreview } from '../progress/schema'

export const maxPictures = 300

export interface ExportableEmail {
  email: Email
  /** They have the order of `GET /clients`. */
  previews: (OfferedPreview & PictureRow)[]
}

/** `emailClients` null: all. Throws 404 for an email that is not the account's, and 400 for too many pictures. */
export async function readExportableEmail(
  deps: DatabaseDeps,
  accountId: number,
  emailGuid: string,
  emailClients: ReadonlySet<string> | null,
): Promise<ExportableEmail> {
  const { email } = await getEmail(deps, accountId, emailGuid)
  const rows = await listPreviews(deps, { emailIds: [emailGuid] })
  const previews = offeredInOrder(rows.filter(({ emailClient }) => emailClients?.has(emailClient) ?? true))
  const pictures = previews.filter(isCaptured).length
  if (pictures > maxPictures)
    throw invalidField(
      `These are ${pictures} pictures, and an export holds ${maxPictures}: name fewer email clients, as client=A&client=B.`,
      { field: 'client', code: 'out_of_range' },
    )
  return { email, previews }
}

export const readExportedSource = (
  deps: DatabaseDeps & { storage: Pick<Storage, 'open'> },
  accountId: number,
  emailGuid: string,
): Promise<FrozenEmail | null> =>
  getEmailSource(deps, accountId, emailGuid).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  })
