import type { z } from 'zod'
import type { ReaderDeps } from './create-public-reader'
import { readAnswer, sendRequest, toAnswerError, type ApiRequest } from './send-request'
import type { SignedOutError } from './signed-out-error'

/** The access tokens of a session. */
export interface AccessTokens {
  /** An access token that has not expired. Throws as `replace` does. */
  get(): Promise<string>
  /**
   * An access token other than `refused`. Throws a `SignedOutError` when the refresh token is not valid either, an
   * `AuthUnavailableError` when auth cannot be asked, and an `ApiAnswerError` with status 503 when another request
   * claimed the refresh token and has not stored new tokens in time.
   */
  replace(refused: string): Promise<string>
  /** Ends the session, and resolves to the error to throw. */
  end(): Promise<SignedOutError>
}

/** For calls that need an email's content: longer than the API takes at most, which is 50 s for many email clients. */
export const contentTimeoutMs = 55_000

/** Calls of the API with a session's access token. */
export interface AuthorizedCalls {
  /** Ends in `/v1`. */
  instantUrl: string
  /** Ends in `/v2`. */
  userApiUrl: string
  /** Aborts when this process stops. */
  stopping: AbortSignal
  /** The API's address of an email. */
  emailUrl: (guid: string) => string
  /** Resolves to the API's answer, also to a refusal. */
  send: (request: ApiRequest) => Promise<Response>
  /** Resolves to the checked body of the answer; throws an `ApiAnswerError` for a refusal. */
  read: <Schema extends z.ZodType>(schema: Schema, request: ApiRequest) => Promise<z.output<Schema>>
  /** Sends `DELETE`; throws an `ApiAnswerError` for a refusal. */
  remove: (url: string) => Promise<void>
}

/** Makes the calls of a session's user, whose request comes from `callerIp`. */
export function createAuthorizedCalls(
  deps: ReaderDeps,
  tokens: AccessTokens,
  callerIp: string | undefined,
): AuthorizedCalls {
  const { instantUrl, userApiUrl, stopping } = deps
  const send = (request: ApiRequest): Promise<Response> =>
    sendAuthorized(tokens, (accessToken) =>
      sendRequest(deps, {
        callerIp,
        ...request,
        headers: { ...request.headers, Authorization: `Bearer ${accessToken}` },
      }),
    )
  return {
    instantUrl,
    userApiUrl,
    stopping,
    emailUrl: (guid) => `${instantUrl}/emails/${encodeURIComponent(guid)}`,
    send,
    read: async (schema, request) => readAnswer(await send(request), schema),
    remove: async (url) => {
      const response = await send({ url, method: 'DELETE', timeoutMs: contentTimeoutMs })
      if (!response.ok) throw await toAnswerError(response)
      await response.body?.cancel()
    },
  }
}

/**
 * Sends a request with the session's access token. When the API answers 401, replaces the token and sends once more.
 * After a second 401, or when the user is disabled, ends the session and throws a `SignedOutError`.
 */
async function sendAuthorized(
  tokens: AccessTokens,
  send: (accessToken: string) => Promise<Response>,
): Promise<Response> {
  const accessToken = await tokens.get()
  let response = await send(accessToken)
  if (response.status === 401) {
    await response.body?.cancel()
    response = await send(await tokens.replace(accessToken))
  }
  const isInactive = response.headers.get('www-authenticate')?.includes('error="inactive_user"') ?? false
  if (response.status === 401 || isInactive) {
    await response.body?.cancel()
    throw await tokens.end()
  }
  return response
}
