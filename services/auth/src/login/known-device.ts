import { issueSecret, secretPrefixes } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import { cookieAttributes } from '@pas/pages/cookie-attributes'
import type { Clock } from '@pas/runtime/clock'
import { sign, unsign } from 'cookie-signature'
import type { Request, Response } from 'express'
import type { AuthConfig } from '../config'
import { typedAddress } from '../throttle/typed-address'

/** The name of the cookie of a known device. */
const deviceCookieName = '__Host-device'
/** Half a year without a sign-in makes a device unknown again. */
const lifetimeDays = 180
const dayMs = 24 * 60 * 60 * 1000

/** What signs the cookie of a known device, and what dates it. */
export interface DeviceDeps {
  config: Pick<AuthConfig, 'sessionSecret'>
  clock: Clock
}

/** A browser in which a user has signed in before. */
interface KnownDevice {
  id: string
  userId: number
  /** The day on which the user last gave the second factor in it; null when that was not in the last 180 days. */
  secondFactorDay: number | null
}

/**
 * Makes this browser a known device of this user for 180 days. Call it only after the right password or a one-time link;
 * with `gaveSecondFactor` only after the second factor, too. Strangers' wrong guesses cannot lock a known device out
 * (OWASP, "Slow Down Online Guessing Attacks with Device Cookies", ADR 36). A browser is a known device of one user: the
 * last one who signed in there. It keeps its id, and that the second factor was given, which ends 180 days after that.
 */
export function rememberDevice(
  deps: DeviceDeps,
  req: Request,
  res: Response,
  userId: number,
  { gaveSecondFactor = false }: { gaveSecondFactor?: boolean } = {},
): void {
  const known = readDevice(deps, req)
  const kept = known?.userId === userId ? known : null
  const day = today(deps)
  const secondFactorDay = gaveSecondFactor ? day : (kept?.secondFactorDay ?? '')
  const value = [kept?.id ?? issueSecret('device'), userId, day, secondFactorDay].join('.')
  const maxAge = lifetimeDays * dayMs
  res.cookie(deviceCookieName, sign(value, deps.config.sessionSecret), { ...cookieAttributes, maxAge })
}

/**
 * The id of this browser as a known device of the user who has this e-mail address; null for any other browser. Looks a
 * user up only when the browser has a cookie of ours: other strangers cost no query before they are counted.
 */
export async function findKnownDevice(
  { db, ...deps }: DeviceDeps & { db: Database },
  req: Request,
  email: string,
): Promise<string | null> {
  const device = readDevice(deps, req)
  const { normalized } = typedAddress(email)
  if (!device || normalized === null) return null
  const owner = await db.user.findUnique({
    where: { id: device.userId, email: normalized },
    select: { id: true },
  })
  return owner && device.id
}

/**
 * The id of this browser as a device in which this user has given the second factor; null for any other browser, also
 * one in which only the password was right, because a thief who has the password can make any number of these.
 */
export function secondFactorDeviceOf(deps: DeviceDeps, req: Request, userId: number): string | null {
  const device = readDevice(deps, req)
  return device?.userId === userId && device.secondFactorDay !== null ? device.id : null
}

/** The known device that the browser's cookie names; null when it has none of ours, or one that is too old. */
function readDevice(deps: DeviceDeps, req: Request): KnownDevice | null {
  const cookie: unknown = (req.cookies as Record<string, unknown> | undefined)?.[deviceCookieName]
  const value = typeof cookie === 'string' && unsign(cookie, deps.config.sessionSecret)
  if (!value) return null
  const [id = '', userId, day, secondFactorDay] = value.split('.')
  // The prefix keeps apart what else this secret signs, such as session cookies.
  if (!id.startsWith(secretPrefixes.device) || currentDay(deps, day) === null) return null
  return { id, userId: Number(userId), secondFactorDay: currentDay(deps, secondFactorDay) }
}

/** A day of the cookie; null when it is missing or over. The browser's own date for the cookie does not count. */
function currentDay(deps: DeviceDeps, text = ''): number | null {
  const day = text === '' ? NaN : Number(text)
  return today(deps) - day <= lifetimeDays ? day : null
}

/** Days since 1970, in UTC. */
const today = ({ clock }: Pick<DeviceDeps, 'clock'>): number => Math.floor(clock.now().getTime() / dayMs)
