import { constants } from 'node:zlib'
import compression from 'compression'
import type { Request, RequestHandler, Response } from 'express'

/** Higher qualities save a few per cent, and cost many times the processor time of each request. */
const brotliQuality = 4

/**
 * Leaves out pages that another site requested (`Sec-Fetch-Site`): it could learn their text from the sizes of many
 * answers (BREACH, https://breachattack.com; ADR 51).
 */
export const compressAnswers: RequestHandler = compression({
  threshold: '1kb',
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  // Event streams are left out, because each event must be sent at once; ZIP files, because they are compressed.
  filter: (req, res) => isSharedByAll(res) || (isPage(res) && isRequestedByNoOtherSite(req)),
})

const mediaTypeOf = (res: Response): string => String(res.getHeader('Content-Type')).split(';')[0] ?? ''

/** Files with the same bytes for everyone: their size tells nothing. */
const isSharedByAll = (res: Response): boolean =>
  ['text/css', 'text/javascript', 'image/svg+xml'].includes(mediaTypeOf(res))

const isPage = (res: Response): boolean => mediaTypeOf(res) === 'text/html'

const isRequestedByNoOtherSite = (req: Request): boolean =>
  ['same-origin', 'none'].includes(req.get('Sec-Fetch-Site') ?? '')
