import { isUnfinished } from '@pas/captures/capture-state'
import type { ListedPreview } from '@pas/captures/list-previews'
import { ApiError } from '@pas/runtime/errors'
import { isHungUp } from '@pas/runtime/http/hung-up'
import type { Closeable } from '@pas/runtime/lifecycle'
import type { Response } from 'express'
import { credentialCheckMs, type EmailCaller } from '../authentication/authenticate'
import { streamChanged } from '../events'
import { createConnectionPlaces, type PlaceLimits } from '../limits/connection-places'
import type { EmailWatchers } from './email-watchers'
import type { EmailListener } from './watched-emails'
import { asSeenBy, noEmail, type ListedEmail } from './list-previews'
import { listedPreviewsResponse, previewListResponse } from './schema'

/** Maximum per process. */
export const streamLimits: Required<PlaceLimits> = {
  owners: 1_500,
  withoutCredential: 500,
  withoutCredentialPerAddress: 10,
  withoutCredentialPerEmail: 20,
}
const defaultTimes = {
  /** The client connects again, perhaps to another process. */
  maxStreamMs: 15 * 60_000,
  /** Comment lines keep proxies from ending a quiet stream. */
  commentMs: 15_000,
  /** Checked with the next comment line. */
  credentialCheckMs,
}
/** Unread bytes after which a stream is cut off. */
const maxUndrainedBytes = 256 * 1024
/** HTML Living Standard, "Server-sent events". */
const retryMs = 2_000

/** docs/contract.md §4.7. `close` only stops comment lines: closing `emailWatchers` ends the streams. */
export interface EventStreams extends Closeable {
  /**
   * Resolves when the stream has ended. Throws, before it begins, 429, 404 when the email is deleted, and 503 when the
   * process stops; rejects with the database's error.
   */
  open(
    res: Response,
    caller: EmailCaller & { isRefused: () => Promise<boolean> },
    email: ListedEmail,
  ): Promise<void>
  readonly size: number
}

interface OpenStream {
  res: Response
  openedAt: number
  checkedAt: number
  isRefused: () => Promise<boolean>
}

/** A stream ends at the first comment line after `maxStreamMs`. */
export function createEventStreams({
  emailWatchers,
  imagesUrl,
  limits = streamLimits,
  times = defaultTimes,
}: {
  emailWatchers: EmailWatchers
  imagesUrl: string
  limits?: PlaceLimits
  times?: typeof defaultTimes
}): EventStreams {
  const { maxStreamMs, commentMs } = times
  const streams = new Set<OpenStream>()
  const places = createConnectionPlaces('event streams', limits)
  const timer = setInterval(() => {
    const now = performance.now()
    for (const stream of streams) {
      const { res, openedAt } = stream
      if (now - openedAt < maxStreamMs) {
        write(res, ':\n\n')
        if (now - stream.checkedAt < times.credentialCheckMs) continue
        stream.checkedAt = now
        void endIfRefused(stream)
      }
      // The stream was ended an interval ago, and its reader has not read the end: cut the connection.
      else if (res.writableEnded) res.destroy()
      else res.end()
    }
  }, commentMs).unref()

  return {
    open: async (res, caller, email) => {
      // Express answers HEAD through the GET route.
      if (res.req.method === 'HEAD') {
        res.writeHead(200, streamHeaders).end()
        return
      }
      // A closed response would never end its stream.
      if (isHungUp(res)) return
      const giveBack = places.take(caller, email)
      const now = performance.now()
      const stream = { res, openedAt: now, checkedAt: now, isRefused: caller.isRefused }
      streams.add(stream)
      streamChanged(1)
      try {
        await follow(emailWatchers, imagesUrl, res, asSeenBy(caller, email))
      } finally {
        giveBack()
        streams.delete(stream)
        streamChanged(-1)
      }
    },
    get size() {
      return streams.size
    },
    close: () => {
      clearInterval(timer)
    },
  }
}

function follow(
  emailWatchers: EmailWatchers,
  imagesUrl: string,
  res: Response,
  email: ListedEmail,
): Promise<void> {
  const about = { email_guid: email.id, reference: email.reference }
  return new Promise((resolve, reject) => {
    const listener: EmailListener = {
      snapshot: (previews) => {
        const list = previewListResponse(imagesUrl, email, previews)
        res.writeHead(200, streamHeaders)
        res.locals.streamBeganAt = performance.now()
        res.write(
          `retry: ${retryMs}\n\n${event('snapshot', list)}${list.complete ? event('complete', about) : ''}`,
        )
      },
      changed: (previews, isComplete) => {
        const eventsOf = (name: string, some: readonly ListedPreview[]): string =>
          listedPreviewsResponse(imagesUrl, some)
            .map((preview) => event(name, preview))
            .join('')
        const added = eventsOf('added', previews.filter(isUnfinished))
        const ended = eventsOf(
          'preview',
          previews.filter((preview) => !isUnfinished(preview)),
        )
        write(res, `${added}${ended}${isComplete ? event('complete', about) : ''}`)
      },
      gone: () => {
        if (res.headersSent) res.end(event('gone', about))
        else reject(noEmail())
      },
      stopped: () => {
        // An empty stream would look like a whole one.
        if (res.headersSent) res.end()
        else
          reject(
            new ApiError('unavailable', 'This process is stopping; connect again.', {
              headers: { 'Retry-After': '2' },
            }),
          )
      },
      failed: reject,
    }
    const leave = emailWatchers.watch(email, listener)
    res.once('close', () => {
      leave()
      resolve()
    })
  })
}

const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  // nginx then does not buffer the stream.
  'X-Accel-Buffering': 'no',
}

/** A stream ends with its credential: the client asks again, and is told why. */
async function endIfRefused({ res, isRefused }: OpenStream): Promise<void> {
  if (await isRefused()) res.end()
}

/** JSON has no line breaks, so one `data` line holds it. */
const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * Does nothing before the stream begins and after it ended: Node would throw where nothing catches. Cuts off a reader
 * that leaves too much unread.
 */
function write(res: Response, text: string): void {
  if (!res.headersSent || res.writableEnded) return
  if (res.writableLength > maxUndrainedBytes) res.destroy()
  else res.write(text)
}
