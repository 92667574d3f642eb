import { pipeline } from 'node:stream/promises'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import type { Response } from 'express'
import type { RelayedBody } from '../api/create-public-reader'

/**
 * Passes an answer of the API on, as it comes, until it ends or our own caller hangs up. `open` gets the signal that
 * aborts then.
 */
export async function relay(
  res: Response,
  open: (signal: AbortSignal) => Promise<RelayedBody>,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { contentType, body } = await open(hungUpSignal(res))
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.setHeader('Content-Type', contentType)
  res.flushHeaders()
  // Its length is the caller's choice, and says nothing about our speed.
  if (contentType.startsWith('text/event-stream')) res.locals.streamBeganAt = performance.now()
  // A stream that breaks off ends our answer, too: the browser sees that it is not whole and asks again.
  await pipeline(body, res).catch(() => res.destroy())
}
