import type { RequestHandler } from 'express'

/** Mount it before a handler whose answer no cache may keep. */
export const neverCached: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}
