import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { AssetFailure } from '@pas/emails/frozen-email'
import { assetType, hasDrawableSize, isRaster } from '@pas/messages/asset-type'
import type { AllowList } from '../outbound/allow-list'
import { codeOf } from '../outbound/error-code'
import {
  createOutboundGet,
  outboundFailureOf,
  singleHeader,
  userAgent,
  type OutboundGet,
  type OutboundResponse,
} from '../outbound/outbound-request'
import type { OutboundNetwork } from '../outbound/outbound-network'
import type { FairLine } from '@pas/runtime/fair-queue'

/** `busy`: not begun because of other emails' fetches; worth a retry. */
type AssetRefusal = Exclude<AssetFailure, 'relative' | 'missing_part' | 'too_many' | 'counts_an_open'>

export interface FetchedAsset {
  body: Buffer
  contentType: string
  /** URL after redirects; the base of a style sheet's references. */
  finalUrl: string
}

interface FetchAssetOptions {
  /** Ends the fetch with `budget`, or with `busy` before it has begun. */
  signal?: AbortSignal
  fetches?: FairLine
  /** False ends the fetch with `budget`. */
  take?: (bytes: number) => boolean
}

export interface RefusedAsset {
  refused: AssetRefusal
  httpStatus?: number
}

/** Never rejects. */
export type FetchAsset = (url: string, options?: FetchAssetOptions) => Promise<FetchedAsset | RefusedAsset>

export interface AssetLimits {
  timeoutMs: number
  /** Bytes after decompression. */
  maxBytes: number
  maxRedirects: number
}

const defaultLimits: AssetLimits = {
  timeoutMs: 5_000,
  maxBytes: 8 * 1024 * 1024,
  maxRedirects: 5,
}

/** `accept` names no modern image format. A server would send one that many email clients cannot show. */
const requestHeaders = {
  'user-agent': userAgent,
  accept: 'image/png,image/jpeg,image/gif,image/*;q=0.8,text/css,font/*;q=0.8,*/*;q=0.1',
  'accept-encoding': 'gzip, deflate, br',
}

class RefusedError extends Error {
  override name = 'RefusedError'
  constructor(
    readonly reason: AssetRefusal,
    readonly httpStatus?: number,
  ) {
    super(reason)
  }
}

export function createFetchAsset({
  assetAllow,
  limits: givenLimits,
  ...network
}: {
  assetAllow: AllowList
  limits?: Partial<AssetLimits>
} & OutboundNetwork): FetchAsset {
  const limits = { ...defaultLimits, ...givenLimits }
  const { timeoutMs, maxRedirects } = limits
  const get = createOutboundGet({ allowList: assetAllow, timeoutMs, maxRedirects, ...network })

  return (url, { signal, take = () => true, fetches } = {}) => {
    const ended = new AbortController()
    const rejectsWhenEnded = new Promise<never>((_resolve, reject) => {
      ended.signal.addEventListener('abort', () => reject(ended.signal.reason as RefusedError))
    })
    const end = (reason: AssetRefusal): void => ended.abort(new RefusedError(reason))
    let hasBegun = false
    const onAbort = (): void => end(!hasBegun && fetches?.isHeldUp() ? 'busy' : 'budget')
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()

    const fetchNow = async (): Promise<FetchedAsset> => {
      hasBegun = true
      const timer = setTimeout(end, timeoutMs, 'too_slow')
      try {
        // Raced, because undici ignores the signal while a request waits for its connection.
        return await Promise.race([
          getAndRead(get, url, limits, { signal: ended.signal, take }),
          rejectsWhenEnded,
        ])
      } finally {
        clearTimeout(timer)
      }
    }
    const fetchInTurn = (): Promise<FetchedAsset> => {
      if (fetches) return fetches.run(fetchNow, ended.signal)
      return ended.signal.aborted ? rejectsWhenEnded : fetchNow()
    }
    // Raced, so that an email whose time is over does not wait for its turn.
    return Promise.race([fetchInTurn(), rejectsWhenEnded])
      .catch((error: unknown) => refusalOf(ended.signal.aborted ? ended.signal.reason : error))
      .finally(() => signal?.removeEventListener('abort', onAbort))
  }
}

async function getAndRead(
  get: OutboundGet,
  url: string,
  limits: AssetLimits,
  { signal, take }: Required<Pick<FetchAssetOptions, 'signal' | 'take'>>,
): Promise<FetchedAsset> {
  const response = await get(url, { headers: requestHeaders, signal })
  try {
    return await readResponse(response, limits, take)
  } finally {
    response.body.destroy()
  }
}

async function readResponse(
  { url, statusCode, headers, body }: OutboundResponse,
  { maxBytes }: AssetLimits,
  take: (bytes: number) => boolean,
): Promise<FetchedAsset> {
  if (statusCode !== 200) throw new RefusedError('status', statusCode)
  if (Number(singleHeader(headers['content-length'])) > maxBytes) throw new RefusedError('too_large')
  const chunks: Buffer[] = []
  let length = 0
  const decoded = decode(body, singleHeader(headers['content-encoding'])) as AsyncIterable<Buffer>
  for await (const chunk of decoded) {
    length += chunk.length
    if (length > maxBytes) throw new RefusedError('too_large')
    if (!take(chunk.length)) throw new RefusedError('budget')
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks, length)
  const contentType = assetType(bytes, singleHeader(headers['content-type']))
  if (contentType === null) throw new RefusedError('type')
  if (isRaster(contentType) && !hasDrawableSize(bytes)) throw new RefusedError('dimensions')
  return { body: bytes, contentType, finalUrl: url.href }
}

function decode(body: Readable, encoding: string): Readable {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return body
    case 'gzip':
    case 'x-gzip':
      return pipeThrough(body, createGunzip())
    case 'deflate':
      return pipeThrough(body, createInflate())
    case 'br':
      return pipeThrough(body, createBrotliDecompress())
    default:
      throw new RefusedError('encoding')
  }
}

/** An error of either stream ends the other one, and reaches the reader. */
const pipeThrough = (body: Readable, decoder: NodeJS.ReadWriteStream): Readable =>
  pipeline(body, decoder, () => undefined) as unknown as Readable

function refusalOf(error: unknown): RefusedAsset {
  if (error instanceof RefusedError)
    return {
      refused: error.reason,
      ...(error.httpStatus !== undefined && { httpStatus: error.httpStatus }),
    }
  const code = codeOf(error)
  // Codes of zlib, and of Brotli.
  const isDecoderError = code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT')
  return { refused: isDecoderError ? 'encoding' : outboundFailureOf(error) }
}
