import cookieParser from 'cookie-parser'
import type { RequestHandler } from 'express'

/**
 * As strings only: cookie-parser parses a value that begins with `j:` as JSON, and csrf-csrf fails on the object.
 * Cookies signed by `secret` are in `req.signedCookies`.
 */
export function readCookies(secret?: string): RequestHandler {
  const parse = cookieParser(secret)
  return (req, res, next) => {
    parse(req, res, (error?: unknown) => {
      const cookies = Object.entries((req.cookies ?? {}) as Record<string, unknown>)
      req.cookies = Object.fromEntries(cookies.filter(([, value]) => typeof value === 'string'))
      next(error)
    })
  }
}
