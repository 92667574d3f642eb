import cookieParser from 'cookie-parser'
import type { RequestHandler } from 'express'

/**
 * Cookies by name, in `req.cookies`, as texts only: cookie-parser makes an object of a value that begins with `j:`, over which
 * express-session and csrf-csrf stumble.
 */
export function readCookies(): RequestHandler {
  const parse = cookieParser()
  return (req, res, next) => {
    parse(req, res, (error?: unknown) => {
      const cookies = Object.entries((req.cookies ?? {}) as Record<string, unknown>)
      req.cookies = Object.fromEntries(cookies.filter(([, value]) => typeof value === 'string'))
      next(error)
    })
  }
}
