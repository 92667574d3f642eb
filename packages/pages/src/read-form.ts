import { parse } from 'node:querystring'
import { readBody } from '@pas/runtime/http/read-body'
import type { RequestHandler } from 'express'
import { formTexts } from './form-texts'
import { formatNumber } from './languages'
import { PageError } from './page-error'

const maxBodyBytes = 64 * 1024
/** The longest form has a box for each email client: a few hundred. */
const maxFields = 1_000

/** A field sent twice is an array. Throws `payload_too_large` above 64 KiB or 1,000 fields. */
export const readForm: RequestHandler = async (req, _res, next) => {
  if (req.method === 'POST' && req.is('application/x-www-form-urlencoded')) {
    const form = parse(await readBody(req, { maxBytes: maxBodyBytes }), '&', '=', { maxKeys: maxFields + 1 })
    if (Object.values(form).flat().length > maxFields) {
      throw new PageError('payload_too_large', (language) =>
        formTexts[language].tooManyFields({ maxFields: formatNumber(language, maxFields) }),
      )
    }
    req.body = form
  }
  next()
}
