import type { Readable, Transform } from 'node:stream'
import { MIMEType, TextDecoder } from 'node:util'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Request } from 'express'
import { ApiError } from '../errors'

/** What `readBody` accepts. */
export interface BodyLimits {
  /** Maximum size of the body, both as sent and as inflated. */
  maxBytes: number
  /**
   * Whether the body may be compressed (gzip, deflate, br). False by default, because inflating can multiply a body's
   * size by a thousand.
   */
  mayBeCompressed?: boolean
  /**
   * Called with the number of bytes that the body takes in memory so far: first with its Content-Length, then after
   * each chunk. Throws to refuse the body.
   */
  hold?: (bytes: number) => void
}

/**
 * A request's whole body as text. Rejects with an `ApiError` of 413, 415 or 400 as soon as one applies and leaves the
 * rest of the body unread; `listen` then closes the connection. Rejects when the caller goes away.
 */
export async function readBody(req: Request, limits: BodyLimits): Promise<string> {
  const decoder = createDecoder(req.headers['content-type'])
  return decoder.decode(await readBodyBytes(req, limits))
}

/** As `readBody`, for a body that is not text as a whole. */
export async function readBodyBytes(
  req: Request,
  { maxBytes, mayBeCompressed = false, hold = () => undefined }: BodyLimits,
): Promise<Buffer<ArrayBuffer>> {
  const inflater = createInflater(req.headers['content-encoding'], mayBeCompressed)
  const announcedBytes = Number(req.headers['content-length'] ?? 0)
  if (announcedBytes > maxBytes) throw tooLarge(maxBytes)
  if (inflater === null) hold(announcedBytes)
  // After the checks above: a caller that waits for this does not send a body that they refuse (RFC 9110 §10.1.1).
  if (req.headers.expect !== undefined) req.res?.writeContinue()
  return readBytes(req, inflater, maxBytes, hold)
}

function readBytes(
  req: Request,
  inflater: Transform | null,
  maxBytes: number,
  hold: (bytes: number) => void,
): Promise<Buffer<ArrayBuffer>> {
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
    // The limit holds for the bytes sent, too: a compressed body could go on for ever without inflating to anything.
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

/** A decoder of the media type's `charset`; UTF-8 when it has none. */
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
