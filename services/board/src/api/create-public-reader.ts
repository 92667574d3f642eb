import { Readable } from 'node:stream'
import { ApiAnswerError } from './api-answer-error'
import { emailClientsAnswer, sharedAnswer, type ApiEmailClient, type ApiShared } from './schema'
import { readAnswer, sendRequest, toAnswerError } from './send-request'

/** An answer's body that the board passes on to its own caller without reading it. */
export interface RelayedBody {
  contentType: string
  body: Readable
}

/** Calls of the API that need no credentials. Each throws an `ApiAnswerError`. */
export interface PublicReader {
  /** Every email client by its code, in the catalogue's order. */
  clients(): Promise<Record<string, ApiEmailClient>>
  /** What a share link shows: 404 when the token is unknown, 410 when the link is over or revoked. */
  readShared(token: string): Promise<ApiShared>
}

/** What the readers of the API need. */
export interface ReaderDeps {
  fetch: typeof fetch
  /** Ends in `/v1`. */
  instantUrl: string
  /** Ends in `/v2`. */
  userApiUrl: string
  /** The board's own, with which it proves to the API for whom it asks. */
  oauthApplication: { clientId: string; clientSecret: string }
  /** Aborts when this process stops: ends event streams, which would go on for minutes. */
  stopping: AbortSignal
}

/** Makes the reader for a request that comes from `callerIp`. */
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
          headers: namedVisitor(oauthApplication, callerIp),
        }),
        sharedAnswer,
      ),
  }
}

/**
 * Names the visitor for whom the board asks, so that the API counts each visitor's requests, and not the board's: behind
 * a public URL it sees them all at the board's address. The credentials prove that it is the board that names them.
 */
function namedVisitor(
  { clientId, clientSecret }: ReaderDeps['oauthApplication'],
  callerIp: string | undefined,
): Record<string, string> {
  if (callerIp === undefined) return {}
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  return { 'X-Board-Visitor': callerIp, Authorization: `Basic ${credentials}` }
}

/** The body of an answer, to be passed on. Throws an `ApiAnswerError` for a refusal. */
export async function relayedBody(response: Response): Promise<RelayedBody> {
  if (!response.ok) throw await toAnswerError(response)
  const contentType = response.headers.get('content-type')
  if (!response.body || contentType === null)
    throw new ApiAnswerError(502, 'internal', 'The answer of the API has no content.')
  return { contentType, body: Readable.fromWeb(response.body) }
}
