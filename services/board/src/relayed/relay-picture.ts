import { pipeline } from 'node:stream/promises'
import { currentCaller } from '@pas/runtime/caller'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import type { Request, Response } from 'express'
import { ApiAnswerError } from '../api/api-answer-error'
import { sendRequest, toAnswerError } from '../api/send-request'
import type { RelayPlaces } from './relay-places'

export interface RelayDeps {
  fetch: typeof fetch
  /** Where this process reaches the image service. */
  imagesUrl: string
  relayPlaces: RelayPlaces
}

/** Time until the picture begins. The image service compares two pictures for 30 s at most. */
const timeoutMs = { png: 10_000, difference: 35_000 }
/** Time in which no byte comes from the image service, or none is read by the browser. */
const idleTimeoutMs = 60_000
/** The image service itself ends a picture after 14 minutes. */
const totalTimeoutMs = 900_000
/** As many as the pixels of the largest picture, 16,384 × 4,096. */
const maxBytes = 256 * 1024 * 1024

const mediaTypes = { png: 'image/png', json: 'application/json' } as const

/**
 * Passes on what the image service answers at the same path. Never follows a redirect, and sends no other media type
 * from this origin than the path's own.
 */
export async function relayPicture(
  { fetch, imagesUrl, relayPlaces }: RelayDeps,
  req: Request,
  res: Response,
): Promise<void> {
  const mediaType = req.path.endsWith('.json') ? mediaTypes.json : mediaTypes.png
  const ifNoneMatch = req.get('If-None-Match')
  const giveBack = relayPlaces.take(currentCaller())
  try {
    const answer = await sendRequest(
      { fetch },
      {
        url: imagesUrl + req.path,
        method: req.method === 'HEAD' ? 'HEAD' : 'GET',
        headers: { Accept: mediaType, ...(ifNoneMatch !== undefined && { 'If-None-Match': ifNoneMatch }) },
        signal: AbortSignal.any([hungUpSignal(res), AbortSignal.timeout(totalTimeoutMs)]),
        timeoutMs: req.path.includes('/from/') ? timeoutMs.difference : timeoutMs.png,
        callerIp: req.ip,
      },
    )
    await assertPicture(answer, mediaType)
    setPictureHeaders(res, answer, mediaType)
    res.setTimeout(idleTimeoutMs, () => res.destroy())
    await send(answer, res)
  } finally {
    giveBack()
  }
}

/** Throws an `ApiAnswerError`: the image service's refusal, or 502 for an answer that is no picture. */
async function assertPicture(answer: globalThis.Response, mediaType: string): Promise<void> {
  if (answer.status >= 400) throw await toAnswerError(answer)
  const isWhole = answer.status === 200 && answer.headers.get('content-type') === mediaType
  const isSmallEnough = Number(answer.headers.get('content-length') ?? 0) <= maxBytes
  if (answer.status === 304 || (isWhole && isSmallEnough)) return
  await answer.body?.cancel()
  throw new ApiAnswerError(502, 'internal', 'The answer of the image service is no picture.')
}

function setPictureHeaders(res: Response, answer: globalThis.Response, mediaType: string): void {
  res.status(answer.status)
  for (const name of ['ETag', 'Cache-Control', 'Content-Length']) {
    const value = answer.headers.get(name)
    if (value !== null) res.setHeader(name, value)
  }
  res.setHeader('Content-Type', mediaType)
  // As the image service says it; but only this board's own pages may embed what it relays.
  res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
}

async function send({ body }: globalThis.Response, res: Response): Promise<void> {
  if (!body) {
    res.end()
    return
  }
  // When the picture breaks off, our answer must break off too, so that the browser sees that it is not whole.
  await pipeline(body, upTo(maxBytes), res).catch(() => res.destroy())
}

const upTo = (max: number) =>
  async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > max) throw new Error(`the picture is larger than ${max} bytes`)
      yield chunk
    }
  }
