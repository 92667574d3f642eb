import { contentTimeoutMs, type AuthorizedCalls, withQuery } from './authorized-calls'
import type { WantedConfiguration } from './preview-calls'
import { createdShareAnswer, shareListAnswer, type ApiCreatedShare, type ApiShareList } from './schema'

/** The body of `POST /emails/{guid}/shares` (docs/contract.md §4.13). */
interface NewShare {
  expires_in_s?: number
  configurations?: readonly WantedConfiguration[]
  shows?: readonly ('changes' | 'source')[]
  label?: string
}

/** The share links of the account's emails. Each function throws as those of `ApiReader` do. */
export interface ShareCalls {
  createShare(guid: string, share: NewShare): Promise<ApiCreatedShare>
  /** The share links of one email, or of all; `before` is `next` of the list before. */
  listShares(guid: string | null, wanted?: { limit?: number; before?: string }): Promise<ApiShareList>
  revokeShare(shareId: string): Promise<void>
}

/** Makes the calls that are about share links. */
export const createShareCalls = ({ read, remove, instantUrl, emailUrl }: AuthorizedCalls): ShareCalls => ({
  createShare: (guid, share) =>
    read(createdShareAnswer, {
      url: `${emailUrl(guid)}/shares`,
      method: 'POST',
      body: share,
      timeoutMs: contentTimeoutMs,
    }),
  listShares: (guid, wanted = {}) =>
    read(shareListAnswer, {
      url: withQuery(`${guid === null ? instantUrl : emailUrl(guid)}/shares`, wanted),
    }),
  revokeShare: (shareId) => remove(`${instantUrl}/shares/${encodeURIComponent(shareId)}`),
})
