import { ApiError } from '@pas/runtime/errors'
import express, { type RequestHandler } from 'express'

/** Contract §4: a larger body is a 413. */
const maxBodyBytes = 10 * 1024 * 1024

const parseJson = express.json({ limit: maxBodyBytes })

/** Reads a JSON body into `req.body`; another media type is a 415. */
export const readJsonBody: RequestHandler = (req, res, next) => {
  if (req.is('application/json')) parseJson(req, res, next)
  else next(new ApiError('unsupported_media_type', 'Send the body as application/json.'))
}
