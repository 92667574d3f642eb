import { constants } from 'node:zlib'
import compression from 'compression'
import type { Request, RequestHandler, Response } from 'express'

/** Pages are compressed for each request: higher qualities save a few per cent, and cost many times as much. */
const brotliQuality = 4

/**
 * Compresses pages, style sheets and scripts.
 *
 * A page that is compressed shows by its size whether text of the request, such as what is searched for, is also text of
 * the page, such as the address of a picture (BREACH, https://breachattack.com). To try texts, another site has to make
 * the browser ask for the page again and again. So a page is compressed only when the browser says that no other site
 * has led to it: a page of ours, or the user (Fetch Metadata, `Sec-Fetch-Site`). A browser that says nothing gets it
 * uncompressed. An operator's proxy must not compress the pages, as it does not know that.
 */
export const compressAnswers: RequestHandler = compression({
  threshold: '1kb',
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  // Event streams and ZIP files go on as they come.
  filter: (req, res) => isSharedByAll(res) || (isPage(res) && isLedByNoOtherSite(req)),
})

const mediaTypeOf = (res: Response): string => String(res.getHeader('Content-Type')).split(';')[0] ?? ''

/** The same bytes for everyone. */
const isSharedByAll = (res: Response): boolean =>
  ['text/css', 'text/javascript', 'image/svg+xml'].includes(mediaTypeOf(res))

const isPage = (res: Response): boolean => mediaTypeOf(res) === 'text/html'

const isLedByNoOtherSite = (req: Request): boolean =>
  ['same-origin', 'none'].includes(req.get('Sec-Fetch-Site') ?? '')
