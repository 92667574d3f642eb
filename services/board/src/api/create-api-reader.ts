import { createAuthorizedCalls, type AccessTokens } from './authorized-calls'
import { createPublicReader, type PublicReader, type ReaderDeps } from './create-public-reader'
import { createEmailCalls, type EmailCalls } from './email-calls'
import { createPreviewCalls, type PreviewCalls } from './preview-calls'
import { createShareCalls, type ShareCalls } from './share-calls'
import { createUserCalls, type UserCalls } from './user-calls'

/**
 * The API as the signed-in user sees it: one function for each call. Each throws an `ApiAnswerError` when the API
 * refuses or cannot be reached, a `SignedOutError` when the user's tokens are no longer valid, and an
 * `AuthUnavailableError` when the access token has expired and auth cannot be reached.
 */
export interface ApiReader extends PublicReader, EmailCalls, PreviewCalls, ShareCalls, UserCalls {}

/** Makes the reader for a session's user, whose request comes from `callerIp`. */
export function createApiReader(
  deps: ReaderDeps,
  tokens: AccessTokens,
  callerIp: string | undefined,
): ApiReader {
  const calls = createAuthorizedCalls(deps, tokens, callerIp)
  return {
    ...createPublicReader(deps, callerIp),
    ...createEmailCalls(calls),
    ...createPreviewCalls(calls),
    ...createShareCalls(calls),
    ...createUserCalls(calls),
  }
}
