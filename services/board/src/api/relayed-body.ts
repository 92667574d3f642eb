import { Readable } from 'node:stream'
import { ApiAnswerError } from './api-answer-error'
import { toAnswerError } from './send-request'

/** An answer of the API that the board passes on to the browser. */
export interface RelayedBody {
  contentType: string
  body: Readable
}

/** Throws an `ApiAnswerError` for a refusal. */
export async function toRelayedBody(response: Response): Promise<RelayedBody> {
  if (!response.ok) throw await toAnswerError(response)
  const contentType = response.headers.get('content-type')
  if (!response.body || contentType === null)
    throw new ApiAnswerError(502, 'internal', 'The answer of the API has no content.')
  return { contentType, body: Readable.fromWeb(response.body) }
}
