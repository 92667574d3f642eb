import { emailClientsBody, emailClientSetsBody } from '@pas/api-contract/users'
import { contentTimeoutMs, createAuthorizedCalls, type AccessTokens } from './authorized-calls'
import { withQuery } from '../with-query'
import { createPublicReader, type PublicReader, type ReaderDeps } from './create-public-reader'
import { createEmailCalls, type EmailCalls } from './email-calls'
import { createPreviewCalls, type PreviewCalls, type WantedConfiguration } from './preview-calls'
import {
  createdShareAnswer,
  currentUserAnswer,
  shareListAnswer,
  type ApiClientSet,
  type ApiCreatedShare,
  type ApiShareList,
  type ApiUser,
} from './schema'
import { readAnswer } from './send-request'

/** The body of `POST /emails/{guid}/shares` (docs/contract.md §4.13). */
interface NewShare {
  expires_in_s?: number
  configurations?: readonly WantedConfiguration[]
  shows?: readonly ('changes' | 'source')[]
  label?: string
}

/**
 * The API as the signed-in user sees it. Each function throws an `ApiAnswerError` when the API refuses or cannot be
 * reached, a `SignedOutError` when the user's tokens are no longer valid, and an `AuthUnavailableError` when the access
 * token has expired and auth cannot be reached.
 */
export interface ApiReader extends PublicReader, EmailCalls, PreviewCalls {
  createShare(guid: string, share: NewShare): Promise<ApiCreatedShare>
  /** The share links of one email, or of all; `before` is `next` of the list before. */
  listShares(guid: string | null, wanted?: { limit?: number; before?: string }): Promise<ApiShareList>
  revokeShare(shareId: string): Promise<void>
  /** Codes of the email clients that the user chose, or of the popular set. */
  chosenClients(): Promise<string[]>
  clientSets(): Promise<ApiClientSet[]>
  currentUser(): Promise<ApiUser>
}

/** `callerIp` is where the user's request comes from. */
export function createApiReader(
  deps: ReaderDeps,
  tokens: AccessTokens,
  callerIp: string | undefined,
): ApiReader {
  const calls = createAuthorizedCalls(deps, tokens, callerIp)
  const { read, send, remove, instantUrl, userApiUrl, emailUrl } = calls
  return {
    ...createPublicReader(deps, callerIp),
    ...createEmailCalls(calls),
    ...createPreviewCalls(calls),
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
    chosenClients: async () =>
      (await read(emailClientsBody, { url: `${userApiUrl}/user_settings/clients` })).clients.map(
        ({ code }) => code,
      ),
    clientSets: async () => {
      const response = await send({ url: `${userApiUrl}/user_settings/client_sets` })
      // An API of the release before has no sets.
      if (response.status === 404) {
        await response.body?.cancel()
        return []
      }
      return (await readAnswer(response, emailClientSetsBody)).sets
    },
    currentUser: async () => (await read(currentUserAnswer, { url: `${userApiUrl}/users/current` })).user,
  }
}
