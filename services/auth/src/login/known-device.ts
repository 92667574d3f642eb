import { issueSecret, secretPrefixes } from '@pas/accounts/secrets'
import { sign, unsign } from 'cookie-signature'
import type { Request, Response } from 'express'
import { typedAddress } from '../throttle/typed-address'

/** The name of the cookie of a known device. */
const deviceCookieName = '__Host-device'
/** Half a year without a sign-in makes a device unknown again. */
const deviceLifetimeMs = 180 * 24 * 60 * 60 * 1000

/**
 * Makes this browser a known device of the user with this e-mail address. Call it only after the right password or a
 * one-time link. Strangers' wrong guesses cannot lock a known device out (OWASP, "Slow Down Online Guessing Attacks
 * with Device Cookies", ADR 36). A browser is a known device of one user: the last one who signed in there.
 */
export function rememberDevice(res: Response, sessionSecret: string, email: string): void {
  const device = `${issueSecret('device')}.${typedAddress(email).key}`
  res.cookie(deviceCookieName, sign(device, sessionSecret), {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'lax',
    maxAge: deviceLifetimeMs,
  })
}

/** The id of this browser as a known device of the user with this e-mail address; null for any other browser. */
export function knownDeviceOf(req: Request, sessionSecret: string, email: string): string | null {
  const cookie: unknown = (req.cookies as Record<string, unknown> | undefined)?.[deviceCookieName]
  const device = typeof cookie === 'string' && unsign(cookie, sessionSecret)
  if (!device) return null
  const [id = '', addressKey] = device.split('.')
  // The prefix keeps apart what else this secret signs, such as session cookies.
  return id.startsWith(secretPrefixes.device) && addressKey === typedAddress(email).key ? id : null
}
