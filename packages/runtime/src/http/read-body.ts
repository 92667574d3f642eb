import type { Readable, Transform } from 'node:stream'
import { MIMEType, TextDecoder } from 'node:util'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Request } from 'express'
import { ApiError } from '../errors'
import { setAnswerTimeout, type AnswerTimeout } from '../set-answer-timeout'
import { smallBodyBytes, type HeldBody } from './bodies-in-flight'

export interface BodyLimits {
  /** Limits the body as sent and as inflated. */
  maxBytes: number
  /** Allows gzip, deflate and br, which can multiply a size by a thousand. Default: no. */
  mayBeCompressed?: boolean
  /** What it throws refuses the body. */
  heldBody?: Pick<HeldBody, 'untilRoom' | 'hold'>
}

/**
 * 500 bytes a second, the default of Apache's `RequestReadTimeout`: a slow caller could otherwise hold much memory for
 * long.
 */
const pace = { windowMs: 10_000, minBytes: 5_000 }

/**
 * Rejects with an `ApiError` of 413, 415, 408 or 400, or when the caller goes away; leaves the rest unread, and
 * `listen` closes the connection.
 */
export async function readBody(req: Request, limits: BodyLimits): Promise<string> {
  const decoder = createDecoder(req.headers['content-type'])
  return decoder.decode(await readBodyBytes(req, limits))
}

export async function readBodyBytes(
  req: Request,
  { maxBytes, mayBeCompressed = false, heldBody }: BodyLimits,
): Promise<Buffer<ArrayBuffer>> {
  const inflater = createInflater(req.headers['content-encoding'], mayBeCompressed)
  const announcedBytes = Number(req.headers['content-length'] ?? 0)
  if (announcedBytes > maxBytes) throw tooLarge(maxBytes)
  const isLengthKnown = inflater === null && req.headers['transfer-encoding'] === undefined
  await heldBody?.untilRoom(isLengthKnown ? announcedBytes : smallBodyBytes)
  if (req.destroyed) throw brokenOff()
  // A caller that waits for this does not send a body that the checks above refuse (RFC 9110 §10.1.1).
  if (req.headers.expect !== undefined) req.res?.writeContinue()
  return readBytes(req, inflater, maxBytes, (bytes) => heldBody?.hold(bytes))
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
    let timeout: AnswerTimeout

    const settle = (act: () => void): void => {
      timeout.clear()
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
    const watchPace = (): void => {
      const sentBefore = sentBytes
      timeout = setAnswerTimeout(() => {
        if (sentBytes - sentBefore < pace.minBytes) fail(tooSlow())
        else watchPace()
      }, pace.windowMs)
    }
    // The limit is also for the bytes sent: a compressed body could go on for ever and inflate to nothing.
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
      if (!req.readableEnded) fail(brokenOff())
    }

    watchPace()
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

const brokenOff = (): ApiError => new ApiError('invalid_request', 'The body broke off.')

const tooSlow = (): ApiError =>
  new ApiError(
    'request_timeout',
    `The body stopped arriving: it was given up after ${pace.windowMs / 1000} seconds with less than ${pace.minBytes} bytes. Send it again.`,
  )

const describeBytes = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`
