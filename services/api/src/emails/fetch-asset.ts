import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, errors, request, type Dispatcher } from 'undici'
import type { AssetAllow } from './asset-allow'
import { createAssetConnector, InternalAddressError, UnknownHostError } from './asset-connector'
import { createAssetLookup, type LookupAddresses } from './asset-lookup'
import { assetType, hasDrawableSize } from '@pas/messages/asset-type'
import { fetchableUrl } from './asset-url'
import type { FairLine } from './fair-queue'

/** Why an asset was not fetched: a closed list, for metrics. */
type AssetRefusal =
  /** Another scheme, user info, a port that browsers refuse. */
  | 'url'
  | 'unknown_host'
  /** An internal address (robustness: the internal network is never asked). */
  | 'internal_address'
  | 'certificate'
  | 'connection'
  | 'redirects'
  /** Anything but 200. */
  | 'status'
  | 'encoding'
  | 'too_large'
  | 'too_slow'
  /** Neither an image, a style sheet nor a font. */
  | 'type'
  | 'dimensions'
  /** The email's own budget of time or bytes was spent. */
  | 'budget'
  /** It never had its turn, because of other emails: not its host's fault, and worth fetching again. */
  | 'load'

export interface FetchedAsset {
  body: Buffer
  /** By its bytes; a style sheet's keeps the charset it was sent with. */
  contentType: string
  /** Where the redirects ended: what a style sheet's addresses are relative to. */
  finalUrl: string
}

interface FetchAssetOptions {
  /** Ends the fetch with `budget`, or with `load`. */
  signal?: AbortSignal
  /** Where it waits for its turn; without it there is no waiting. */
  fetches?: FairLine
  /** Asked before bytes are kept; false ends the fetch with `budget`. */
  take?: (bytes: number) => boolean
}

/** Fetches one asset from the outside web. Never rejects. */
export type FetchAsset = (
  url: string,
  options?: FetchAssetOptions,
) => Promise<FetchedAsset | { refused: AssetRefusal }>

export interface AssetLimits {
  /** For one asset, from the first look-up to the last byte, redirects included. */
  timeoutMs: number
  /** Of one asset, decompressed. */
  maxBytes: number
  maxRedirects: number
}

const defaultLimits: AssetLimits = {
  timeoutMs: 5_000,
  maxBytes: 8 * 1024 * 1024,
  maxRedirects: 5,
}

/**
 * The modern formats are not asked for: a server that chooses by Accept would send what many email clients cannot show, and
 * one answer is frozen for all of them.
 */
const requestHeaders = {
  'user-agent': 'Mozilla/5.0 (compatible; partner-access-service)',
  accept: 'image/png,image/jpeg,image/gif,image/*;q=0.8,text/css,font/*;q=0.8,*/*;q=0.1',
  'accept-encoding': 'gzip, deflate, br',
}

class RefusedError extends Error {
  override name = 'RefusedError'
  constructor(readonly reason: AssetRefusal) {
    super(reason)
  }
}

/**
 * The one way to the outside web. Public addresses only, besides `assetAllow`; no cookie, credential or proxy; certificates
 * verified. `lookup` and `ca` replace the system's resolver and trusted certificates.
 */
export function createFetchAsset({
  assetAllow,
  lookup = createAssetLookup(),
  limits: givenLimits,
  ca,
}: {
  assetAllow: AssetAllow
  lookup?: LookupAddresses
  limits?: Partial<AssetLimits>
  ca?: string
}): FetchAsset {
  const limits = { ...defaultLimits, ...givenLimits }
  const { timeoutMs } = limits
  const connect = createAssetConnector({ assetAllow, lookup, timeoutMs, ...(ca === undefined ? {} : { ca }) })
  const agent = new Agent({ connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })

  return (url, { signal, take = () => true, fetches } = {}) => {
    const ended = new AbortController()
    const endsWith = new Promise<never>((_resolve, reject) => {
      ended.signal.addEventListener('abort', () => reject(ended.signal.reason as RefusedError))
    })
    const end = (reason: AssetRefusal): void => ended.abort(new RefusedError(reason))
    let hasBegun = false
    const outOfBudget = (): void => end(!hasBegun && fetches?.isHeldUp() ? 'load' : 'budget')
    signal?.addEventListener('abort', outOfBudget)
    if (signal?.aborted) outOfBudget()

    const fetchNow = async (): Promise<FetchedAsset> => {
      hasBegun = true
      const timer = setTimeout(end, timeoutMs, 'too_slow')
      try {
        // A request that still waits for its connection does not hear the signal.
        return await Promise.race([
          fetchThrough(agent, url, limits, { signal: ended.signal, take }),
          endsWith,
        ])
      } finally {
        clearTimeout(timer)
      }
    }
    const fetching = fetches
      ? fetches.run(fetchNow, ended.signal)
      : ended.signal.aborted
        ? endsWith
        : fetchNow()
    // An email out of time does not wait for its turn either.
    return Promise.race([fetching, endsWith])
      .catch((error: unknown) => ({ refused: refusalOf(ended.signal.aborted ? ended.signal.reason : error) }))
      .finally(() => signal?.removeEventListener('abort', outOfBudget))
  }
}

async function fetchThrough(
  agent: Agent,
  startUrl: string,
  limits: AssetLimits,
  options: Required<Pick<FetchAssetOptions, 'signal' | 'take'>>,
): Promise<FetchedAsset> {
  let url = fetchableUrl(startUrl)
  for (let redirects = 0; redirects <= limits.maxRedirects; redirects++) {
    if (!url) throw new RefusedError('url')
    const response = await requestOnce(agent, url, options.signal)
    const { statusCode, headers, body } = response
    // A body that is given up reports it; nobody listens any more.
    body.on('error', () => undefined)
    const location = single(headers.location)
    if ([301, 302, 303, 307, 308].includes(statusCode) && location !== '') {
      void body.dump({ limit: 16_384, signal: options.signal }).catch(() => undefined)
      url = fetchableUrl(location, url)
      continue
    }
    try {
      return await readAsset(response, url, limits, options)
    } finally {
      body.destroy()
    }
  }
  throw new RefusedError('redirects')
}

/** A kept-alive connection may have been closed by the other side just now: that is worth a second try, once. */
async function requestOnce(agent: Agent, url: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const options = { dispatcher: agent, headers: requestHeaders, signal }
  try {
    return await request(url, options)
  } catch (error) {
    if (signal.aborted || !isClosedConnection(error)) throw error
    return request(url, options)
  }
}

async function readAsset(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  url: URL,
  { maxBytes }: AssetLimits,
  { take }: Required<Pick<FetchAssetOptions, 'take'>>,
): Promise<FetchedAsset> {
  if (statusCode !== 200) throw new RefusedError('status')
  if (Number(single(headers['content-length'])) > maxBytes) throw new RefusedError('too_large')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of decoded(body, single(headers['content-encoding'])) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new RefusedError('too_large')
    if (!take(chunk.length)) throw new RefusedError('budget')
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks, length)
  const contentType = assetType(bytes, single(headers['content-type']))
  if (contentType === null) throw new RefusedError('type')
  const raster = contentType.startsWith('image/') && contentType !== 'image/svg+xml'
  if (raster && !hasDrawableSize(bytes)) throw new RefusedError('dimensions')
  return { body: bytes, contentType, finalUrl: url.href }
}

/** The body as the server had it before its Content-Encoding; nobody honest applies two. */
function decoded(body: Readable, encoding: string): Readable {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return body
    case 'gzip':
    case 'x-gzip':
      return through(body, createGunzip())
    case 'deflate':
      return through(body, createInflate())
    case 'br':
      return through(body, createBrotliDecompress())
    default:
      throw new RefusedError('encoding')
  }
}

/** Errors of either stream end the other, and reach whoever reads. */
const through = (body: Readable, decoder: NodeJS.ReadWriteStream): Readable =>
  pipeline(body, decoder, () => undefined) as unknown as Readable

const single = (header: string | string[] | undefined): string =>
  (Array.isArray(header) ? header[0] : header) ?? ''

function refusalOf(error: unknown): AssetRefusal {
  if (error instanceof RefusedError) return error.reason
  if (error instanceof InternalAddressError) return 'internal_address'
  if (error instanceof UnknownHostError) return 'unknown_host'
  if (error instanceof errors.ConnectTimeoutError || error instanceof errors.HeadersTimeoutError)
    return 'too_slow'
  const code = codeOf(error)
  if (/^(?:CERT_|UNABLE_TO_|ERR_TLS_CERT|SELF_SIGNED_|DEPTH_ZERO_)/.test(code)) return 'certificate'
  return code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT') ? 'encoding' : 'connection'
}

const isClosedConnection = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(error))

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
