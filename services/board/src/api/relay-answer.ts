import { pipeline } from 'node:stream/promises'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import type { Response } from 'express'
import type { RelayedBody } from './relayed-body'

/** Passes the API's answer on as it arrives. `open` gets a signal that aborts when the browser hangs up. */
export async function relayAnswer(
  res: Response,
  open: (signal: AbortSignal) => Promise<RelayedBody>,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { contentType, body } = await open(hungUpSignal(res))
  res.setHeader('Content-Type', contentType)
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.flushHeaders()
  // The measured duration of the request ends here: how long a stream stays open is the browser's choice.
  if (contentType.startsWith('text/event-stream')) res.locals.streamBeganAt = performance.now()
  // When the API's answer breaks off, ours must break off too, so that the browser sees that it is not whole.
  await pipeline(body, res).catch(() => res.destroy())
}
