import { emailClientsAnswer, sharedAnswer, type ApiEmailClient, type ApiShared } from './schema'
import { readAnswer, sendRequest } from './send-request'

/** Calls that need no credentials. Each throws an `ApiAnswerError`. */
export interface PublicReader {
  /** By code, in the catalogue's order. */
  clients(): Promise<Record<string, ApiEmailClient>>
  /** 404 when the token is unknown, 410 when the link has expired or is revoked. */
  readShared(token: string): Promise<ApiShared>
}

export interface ReaderDeps {
  fetch: typeof fetch
  /** Ends in `/v1`. */
  instantUrl: string
  /** Ends in `/v2`. */
  userApiUrl: string
  oauthApplication: { clientId: string; clientSecret: string }
  /** Aborts when this process stops, to end event streams, which last for minutes. */
  stopping: AbortSignal
}

export function createPublicReader(deps: ReaderDeps, callerIp: string | undefined): PublicReader {
  const { instantUrl, oauthApplication } = deps
  return {
    clients: async () =>
      readAnswer(
        await sendRequest(deps, { url: `${instantUrl}/clients/configurations`, callerIp }),
        emailClientsAnswer,
      ),
    readShared: async (token) =>
      readAnswer(
        await sendRequest(deps, {
          url: `${instantUrl}/shared/${encodeURIComponent(token)}`,
          callerIp,
          headers: visitorHeaders(oauthApplication, callerIp),
        }),
        sharedAnswer,
      ),
  }
}

/**
 * Without them, the API's limits would count all visitors as the board. The credentials prove that the board sent the
 * header.
 */
function visitorHeaders(
  { clientId, clientSecret }: ReaderDeps['oauthApplication'],
  callerIp: string | undefined,
): Record<string, string> {
  if (callerIp === undefined) return {}
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  return { 'X-Board-Visitor': callerIp, Authorization: `Basic ${credentials}` }
}
