import { emailClientsBody, emailClientSetsBody } from '@pas/api-contract/users'
import { withQuery } from '../with-query'
import { contentTimeoutMs, createAuthorizedCalls, type AccessTokens } from './authorized-calls'
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

/** `POST /emails/{guid}/shares` (docs/contract.md §4.13). */
interface NewShare {
  expires_in_s?: number
  configurations?: readonly WantedConfiguration[]
  shows?: readonly ('changes' | 'checks' | 'source')[]
  label?: string
}

/**
 * The API as the signed-in user sees it. Each call throws `ApiAnswerError`, `SignedOutError` when the session's tokens
 * are no longer valid, or `AuthUnavailableError` when they cannot be renewed now.
 */
export interface ApiReader extends PublicReader, EmailCalls, PreviewCalls {
  createShare(guid: string, share: NewShare): Promise<ApiCreatedShare>
  /** `guid` null lists the links of all emails. `before` is the previous list's `next`. */
  listShares(guid: string | null, page?: { limit?: number; before?: string }): Promise<ApiShareList>
  revokeShare(shareId: string): Promise<void>
  /** Codes; the popular set when the user has chosen none. */
  chosenClients(): Promise<string[]>
  clientSets(): Promise<ApiClientSet[]>
  currentUser(): Promise<ApiUser>
}

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
    listShares: (guid, page = {}) =>
      read(shareListAnswer, {
        url: withQuery(`${guid === null ? instantUrl : emailUrl(guid)}/shares`, page),
      }),
    revokeShare: (shareId) => remove(`${instantUrl}/shares/${encodeURIComponent(shareId)}`),
    chosenClients: async () =>
      (await read(emailClientsBody, { url: `${userApiUrl}/user_settings/clients` })).clients.map(
        ({ code }) => code,
      ),
    clientSets: async () => {
      const response = await send({ url: `${userApiUrl}/user_settings/client_sets` })
      // During an update the API may still be an older one, without sets.
      if (response.status === 404) {
        await response.body?.cancel()
        return []
      }
      return (await readAnswer(response, emailClientSetsBody)).sets
    },
    currentUser: async () => (await read(currentUserAnswer, { url: `${userApiUrl}/users/current` })).user,
  }
}
