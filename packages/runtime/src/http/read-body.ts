import type { Readable, Transform } from 'node:stream'
import { MIMEType, TextDecoder } from 'node:util'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Request } from 'express'
import { ApiError } from '../errors'

export interface BodyLimits {
  /** Largest body, as sent and as inflated. */
  maxBytes: number
  /** Whether it may come compressed. Without it a few bytes cannot become a thousand times as many. */
  mayBeCompressed?: boolean
  /** Called with the bytes that the body holds in memory, as soon as they are announced or read; refuses them by throwing. */
  hold?: (bytes: number) => void
}

/**
 * A request's whole body as text. Rejects with 413, 415 and 400 as soon as one is certain, and leaves the rest of the body unread: `listen`
 * then closes the connection. Rejects when the caller goes away.
 */
export async function readBody(
  req: Request,
  { maxBytes, mayBeCompressed = false, hold = () => undefined }: BodyLimits,
): Promise<string> {
  const decoder = createDecoder(req.headers['content-type'])
  const inflater = createInflater(req.headers['content-encoding'], mayBeCompressed)
  const announcedBytes = Number(req.headers['content-length'] ?? 0)
  if (announcedBytes > maxBytes) throw tooLarge(maxBytes)
  if (inflater === null) hold(announcedBytes)
  // Only now: a caller that waits for this does not send a body that is refused (RFC 9110 §10.1.1).
  if (req.headers.expect !== undefined) req.res?.writeContinue()
  return decoder.decode(await readBytes(req, inflater, maxBytes, hold))
}

function readBytes(
  req: Request,
  inflater: Transform | null,
  maxBytes: number,
  hold: (bytes: number) => void,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body: Readable = inflater ?? req
    const chunks: Buffer[] = []
    let sentBytes = 0
    let bodyBytes = 0

    const settle = (act: () => void): void => {
      req.off('data', onSent).off('error', fail).off('close', onClose)
      body.off('data', onChunk).off('end', onEnd)
      if (inflater) {
        req.unpipe(inflater)
        inflater.destroy()
      }
      act()
    }
    const fail = (error: Error): void =>
      settle(() => {
        req.pause()
        reject(error)
      })
    const attempt = (act: () => void): void => {
      try {
        act()
      } catch (error) {
        fail(error as Error)
      }
    }
    // A compressed body may go on for ever and hold nothing.
    const onSent = ({ length }: Buffer): void =>
      attempt(() => {
        sentBytes += length
        if (sentBytes > maxBytes) throw tooLarge(maxBytes)
      })
    const onChunk = (chunk: Buffer): void =>
      attempt(() => {
        bodyBytes += chunk.length
        if (bodyBytes > maxBytes) throw tooLarge(maxBytes)
        hold(bodyBytes)
        chunks.push(chunk)
      })
    const onEnd = (): void => settle(() => resolve(Buffer.concat(chunks)))
    const onClose = (): void => {
      if (!req.readableEnded) fail(new ApiError('invalid_request', 'The body broke off.'))
    }

    req.on('data', onSent).on('error', fail).on('close', onClose)
    body.on('data', onChunk).on('end', onEnd)
    if (inflater) {
      inflater.on('error', (cause) =>
        fail(new ApiError('invalid_request', 'The body is not what its Content-Encoding says.', { cause })),
      )
      req.pipe(inflater)
    }
  })
}

function createInflater(contentEncoding: string | undefined, mayBeCompressed: boolean): Transform | null {
  const encoding = contentEncoding?.toLowerCase() ?? 'identity'
  if (encoding === 'identity') return null
  const offered = mayBeCompressed ? ['gzip', 'deflate', 'br'] : []
  if (!offered.includes(encoding)) {
    throw new ApiError(
      'unsupported_media_type',
      `This Content-Encoding is not taken here; ${['identity', ...offered].join(', ')} ${offered.length > 0 ? 'are' : 'is'}.`,
    )
  }
  if (encoding === 'br') return createBrotliDecompress()
  return encoding === 'gzip' ? createGunzip() : createInflate()
}

/** For the `charset` that the media type names, UTF-8 when it names none. */
function createDecoder(contentType: string | undefined): TextDecoder {
  try {
    const charset = contentType === undefined ? null : new MIMEType(contentType).params.get('charset')
    return new TextDecoder(charset ?? 'utf-8')
  } catch (cause) {
    throw new ApiError('unsupported_media_type', 'The body has a charset that is not known here.', { cause })
  }
}

const tooLarge = (maxBytes: number): ApiError =>
  new ApiError('payload_too_large', `The body is larger than ${describeBytes(maxBytes)}.`)

const describeBytes = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`
