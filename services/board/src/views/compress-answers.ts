import { constants } from 'node:zlib'
import compression from 'compression'
import type { Request, RequestHandler, Response } from 'express'

/** Higher qualities save a few per cent of the size, and cost many times the processor time, for each request. */
const brotliQuality = 4

/**
 * Compresses style sheets and scripts, and pages whose request no other site has started, as `Sec-Fetch-Site` (Fetch
 * Metadata) tells. Otherwise another site could find out text of a page by the sizes of many answers (BREACH,
 * https://breachattack.com; ADR 51). A browser that does not send the header gets pages uncompressed.
 */
export const compressAnswers: RequestHandler = compression({
  threshold: '1kb',
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  // Leaves out event streams, whose events must not wait for more, and ZIP files, which are compressed.
  filter: (req, res) => isSharedByAll(res) || (isPage(res) && isLedByNoOtherSite(req)),
})

const mediaTypeOf = (res: Response): string => String(res.getHeader('Content-Type')).split(';')[0] ?? ''

/** Whether the answer is a file that has the same bytes for everyone, so that its size tells nothing. */
const isSharedByAll = (res: Response): boolean =>
  ['text/css', 'text/javascript', 'image/svg+xml'].includes(mediaTypeOf(res))

const isPage = (res: Response): boolean => mediaTypeOf(res) === 'text/html'

const isLedByNoOtherSite = (req: Request): boolean =>
  ['same-origin', 'none'].includes(req.get('Sec-Fetch-Site') ?? '')
