import { issueSecret, secretPrefixes } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import { cookieAttributes } from '@pas/pages/cookie-attributes'
import type { Clock } from '@pas/runtime/clock'
import { sign, unsign } from 'cookie-signature'
import type { Request, Response } from 'express'
import type { AuthConfig } from '../config'
import { typedAddress } from '../throttle/typed-address'

const deviceCookieName = '__Host-device'
/** A device that has not signed in for this long is no longer known. */
const lifetimeDays = 180
const dayMs = 24 * 60 * 60 * 1000

export interface DeviceDeps {
  config: Pick<AuthConfig, 'sessionSecret'>
  clock: Clock
}

interface KnownDevice {
  id: string
  userId: number
  /** When the user last gave the second factor in it, in days since 1970; null if that was more than 180 days ago. */
  secondFactorDay: number | null
}

/**
 * Strangers' wrong guesses cannot lock a known device out (ADR 36). Call it only after the right password or a one-time
 * link, and with `gaveSecondFactor` only after the second factor, which is then remembered for 180 days.
 */
export function rememberDevice(
  deps: DeviceDeps,
  req: Request,
  res: Response,
  userId: number,
  { gaveSecondFactor = false }: { gaveSecondFactor?: boolean } = {},
): void {
  const device = readDevice(deps, req)
  const known = device?.userId === userId ? device : null
  const day = today(deps)
  const secondFactorDay = gaveSecondFactor ? day : (known?.secondFactorDay ?? '')
  const value = [known?.id ?? issueSecret('device'), userId, day, secondFactorDay].join('.')
  const maxAge = lifetimeDays * dayMs
  res.cookie(deviceCookieName, sign(value, deps.config.sessionSecret), { ...cookieAttributes, maxAge })
}

/** Looks a user up only when the browser has a cookie of ours: strangers cost no query before they are counted. */
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

/** Returns null for a browser in which only the password was right: a thief of the password can make many of these. */
export function secondFactorDeviceOf(deps: DeviceDeps, req: Request, userId: number): string | null {
  const device = readDevice(deps, req)
  return device?.userId === userId && device.secondFactorDay !== null ? device.id : null
}

function readDevice(deps: DeviceDeps, req: Request): KnownDevice | null {
  const cookie: unknown = (req.cookies as Record<string, unknown> | undefined)?.[deviceCookieName]
  const value = typeof cookie === 'string' && unsign(cookie, deps.config.sessionSecret)
  if (!value) return null
  const [id = '', userId, day, secondFactorDay] = value.split('.')
  // The prefix tells a device from other values that this secret signs, such as session cookies.
  if (!id.startsWith(secretPrefixes.device) || recentDay(deps, day) === null) return null
  return { id, userId: Number(userId), secondFactorDay: recentDay(deps, secondFactorDay) }
}

/** Null for a day too long ago: the browser may keep the cookie longer. */
function recentDay(deps: DeviceDeps, text = ''): number | null {
  if (text === '') return null
  const day = Number(text)
  return today(deps) - day <= lifetimeDays ? day : null
}

/** Days since 1970, in UTC. */
const today = ({ clock }: Pick<DeviceDeps, 'clock'>): number => Math.floor(clock.now().getTime() / dayMs)
