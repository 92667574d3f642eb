import type { Clock } from '@pas/runtime/clock'
import type { Request, Response } from 'express'
import { z } from 'zod'
import { cookieAttributes } from '../cookie-attributes'
import type { Sealer } from './create-sealer'

/** Encrypted, so that a visitor who never signs in needs no row. */
export interface SealedCookie<Value> {
  set(res: Response, value: Value): void
  /** Null if there is none, or if it was changed or has expired. */
  read(req: Request): Value | null
  clear(res: Response): void
}

export interface SealedCookieDeps {
  sealer: Sealer
  clock: Clock
}

/** Its value is sealed for its name: a browser cannot read, change or rename it. */
export function createSealedCookie<Value>(
  { sealer, clock }: SealedCookieDeps,
  { name, value: valueSchema, lifetimeMs }: { name: string; value: z.ZodType<Value>; lifetimeMs: number },
): SealedCookie<Value> {
  const cookieName = `__Host-${name}`
  const content = z.object({ value: valueSchema, expiresAt: z.number() })
  return {
    set: (res, value) => {
      const text = JSON.stringify({ value, expiresAt: clock.now().getTime() + lifetimeMs })
      const sealed = Buffer.from(sealer.seal(text, cookieName)).toString('base64url')
      res.cookie(cookieName, sealed, { ...cookieAttributes, maxAge: lifetimeMs })
    },
    read: (req) => {
      const sealed = (req.cookies as Partial<Record<string, string>>)[cookieName]
      const text = sealed === undefined ? null : sealer.open(Buffer.from(sealed, 'base64url'), cookieName)
      if (text === null) return null
      // During an update, a cookie may have been sealed in another shape.
      const { success, data } = content.safeParse(JSON.parse(text))
      return success && data.expiresAt > clock.now().getTime() ? data.value : null
    },
    clear: (res) => {
      res.clearCookie(cookieName, cookieAttributes)
    },
  }
}
