import { issueSecret, secretPrefixes } from '@pas/accounts/secrets'
import { sign, unsign } from 'cookie-signature'
import type { Request, Response } from 'express'
import { typedAddress } from '../throttle/typed-address'

/** The name of the cookie of a known device. */
const deviceCookieName = '__Host-device'
/** Half a year without a sign-in makes a device unknown again. */
const deviceLifetimeMs = 180 * 24 * 60 * 60 * 1000

/** A browser in which a user has signed in before. */
export interface KnownDevice {
  id: string
  /** Whether the user has given the second factor in it: the right password alone shows that to nobody. */
  gaveSecondFactor: boolean
}

/** Whose known device a browser is, and the secret that signs its cookie. */
export interface DeviceOwner {
  sessionSecret: string
  email: string
}

/**
 * Makes this browser a known device of the user with this e-mail address. Call it only after the right password or a
 * one-time link; with `gaveSecondFactor` only after the second factor, too. Strangers' wrong guesses cannot lock a known
 * device out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies", ADR 36). A browser is a known device of
 * one user: the last one who signed in there. It keeps its id, and that the second factor was given.
 */
export function rememberDevice(
  req: Request,
  res: Response,
  owner: DeviceOwner,
  { gaveSecondFactor = false }: { gaveSecondFactor?: boolean } = {},
): void {
  const known = knownDeviceOf(req, owner)
  const parts = [known?.id ?? issueSecret('device'), typedAddress(owner.email).key]
  if (gaveSecondFactor || known?.gaveSecondFactor) parts.push(secondFactorMark)
  res.cookie(deviceCookieName, sign(parts.join('.'), owner.sessionSecret), {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'lax',
    maxAge: deviceLifetimeMs,
  })
}

/** This browser as a known device of the user with this e-mail address; null for any other browser. */
export function knownDeviceOf(req: Request, { sessionSecret, email }: DeviceOwner): KnownDevice | null {
  const cookie: unknown = (req.cookies as Record<string, unknown> | undefined)?.[deviceCookieName]
  const device = typeof cookie === 'string' && unsign(cookie, sessionSecret)
  if (!device) return null
  const [id = '', addressKey, mark] = device.split('.')
  // The prefix keeps apart what else this secret signs, such as session cookies.
  if (!id.startsWith(secretPrefixes.device) || addressKey !== typedAddress(email).key) return null
  return { id, gaveSecondFactor: mark === secondFactorMark }
}

/**
 * The id of this browser as a device in which this user has given the second factor; null for any other browser, also
 * one in which only the password was right, because a thief who has the password can make any number of these.
 */
export function secondFactorDeviceOf(req: Request, owner: DeviceOwner): string | null {
  const device = knownDeviceOf(req, owner)
  return device?.gaveSecondFactor ? device.id : null
}

/** The last part of the cookie of a device in which the second factor was given. */
const secondFactorMark = 'second-factor'
