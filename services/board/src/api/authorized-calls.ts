import type { z } from 'zod'
import type { ReaderDeps } from './create-public-reader'
import { readAnswer, sendRequest, toAnswerError, type ApiRequest } from './send-request'
import type { SignedOutError } from './signed-out-error'

export interface AccessTokens {
  /** Replaces an expired token first. Throws the same errors as `replace`. */
  get(): Promise<string>
  /**
   * A token other than `refused`. Throws `SignedOutError` when auth refuses the refresh token, `AuthUnavailableError`,
   * and `ApiAnswerError` (503) when another request has claimed the refresh token for too long.
   */
  replace(refused: string): Promise<string>
  /** Ends the session; resolves to the error to throw. */
  end(): Promise<SignedOutError>
}

/** Above the 50 s that the API takes at most to go through an email's content for many email clients. */
export const contentTimeoutMs = 55_000

export interface AuthorizedCalls {
  instantUrl: string
  userApiUrl: string
  stopping: AbortSignal
  emailUrl: (guid: string) => string
  /** Resolves to refusals, too. */
  send: (request: ApiRequest) => Promise<Response>
  /** Throws an `ApiAnswerError` for a refusal. */
  read: <Schema extends z.ZodType>(schema: Schema, request: ApiRequest) => Promise<z.output<Schema>>
  remove: (url: string) => Promise<void>
}

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
 * A 401 replaces the access token and sends once more. A second 401, or a disabled user, ends the session and throws a
 * `SignedOutError`.
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
