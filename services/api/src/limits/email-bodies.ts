import type { Clock } from '@pas/runtime/clock'
import {
  createBodiesInFlight,
  type BodiesInFlight,
  type HeldBody,
  type InFlightLimits,
} from '@pas/runtime/http/bodies-in-flight'
import { maxEmailBodyBytes } from '@pas/settings/max-email-bytes'
import type { RequestHandler, Response } from 'express'
import { callerOf } from '../authentication/authenticate'
import type { ApiConfig } from '../config'
import { unavailable } from '../errors'
import { bytesInFlightChanged } from '../events'
import { readJsonBody } from '../http/json-body'
import { createMailBodies } from './mail-bodies'
import { applyRate, tooManyRequests, type AccountRates, type RateLimitState } from './account-rates'

declare global {
  namespace Express {
    interface Locals {
      heldBody?: HeldBody
    }
  }
}

export interface EmailBodies extends BodiesInFlight<number> {
  /** Of them those that come by SMTP. */
  mails: BodiesInFlight<number>
}

const retryMs = 5_000

/**
 * Reads few bodies of an account at a time, so that other accounts do not wait for 400 of them. The others wait unread,
 * with up to 128 KiB of buffers each.
 */
const bodyLimits = { maxBodiesPerOwner: 6, maxWaiting: 1_200, maxWaitMs: 10_000 }

/**
 * A byte takes about six bytes of memory until the email is stored. Throws 429 for an account's share, and 503 for the
 * process's limit.
 */
export const createEmailBodies = ({
  clock,
  limits,
}: {
  clock: Clock
  limits: ApiConfig['inFlightLimits'] & Pick<InFlightLimits, 'maxWaiting' | 'maxWaitMs'>
}): EmailBodies => {
  const bodies = createBodiesInFlight<number>({
    limits: { ...bodyLimits, ...limits },
    onChange: bytesInFlightChanged,
    refusals: {
      ofOwner: (heldBytes) => {
        const now = clock.now()
        return tooManyRequests(
          `This account may have ${bodyLimits.maxBodiesPerOwner} emails of ${limits.maxBytesPerOwner} bytes together on their way at a time`,
          {
            policy: 'bytes-in-flight',
            limit: limits.maxBytesPerOwner,
            used: heldBytes,
            resetAt: new Date(now.getTime() + retryMs),
          },
          now,
        )
      },
      ofProcess: (heldBytes) =>
        unavailable(
          'As many emails as fit are on their way; try again shortly.',
          new Error(`${heldBytes} bytes of bodies are held`),
        ),
    },
  })
  return { ...bodies, mails: createMailBodies(bodies, limits) }
}

/**
 * The body is in flight until the response is closed and `untilDone` ended. The bytes of a refused body count for the
 * account: reading 10 MB occupies this thread for 0.1 s.
 */
export function readEmail({
  emailBodies,
  accountRates,
}: {
  emailBodies: EmailBodies
  accountRates: Pick<AccountRates, 'bytes'>
}): RequestHandler {
  return (req, res, next) => {
    const { accountId } = callerOf(res).principal
    const heldBody = emailBodies.open(accountId)
    res.locals.heldBody = heldBody
    res.once('close', heldBody.release)
    let bytes = 0
    const hold = (arrived: number): void => {
      bytes = arrived
      heldBody.hold(arrived)
    }
    res.once('finish', () => {
      if ([400, 413].includes(res.statusCode)) void accountRates.bytes.spend(accountId, bytes)
    })
    const limits = { maxBytes: maxEmailBodyBytes, mayBeCompressed: true, heldBody: { ...heldBody, hold } }
    readJsonBody(req, limits).then((body) => {
      req.body = body
      next()
    }, next)
  }
}

/** Counts while `readEmail` reads, to save a round trip. Throws a 429 before the body has arrived. */
export function countAndReadEmail({
  emailBodies,
  accountRates,
  clock,
}: {
  emailBodies: EmailBodies
  accountRates: Pick<AccountRates, 'emails' | 'bytes'>
  clock: Clock
}): RequestHandler {
  const readBody = readEmail({ emailBodies, accountRates })
  return async (req, res, next) => {
    const { accountId } = callerOf(res).principal
    const counted = Promise.all([accountRates.emails.spend(accountId), accountRates.bytes.read(accountId)])
    const readError = new Promise<unknown>((resolve) => void readBody(req, res, resolve))
    const [rate, bytes] = await counted
    const now = clock.now()
    applyRate(res, rate, { now, allowed: (limit) => `post ${limit} emails a minute` })
    assertBytesLeft(bytes, now)
    next(await readError)
  }
}

function assertBytesLeft(bytes: RateLimitState | null, now: Date): void {
  if (!bytes || bytes.used < bytes.limit) return
  const exhausted = `This account may store ${bytes.limit} bytes of emails an hour and has done so`
  throw tooManyRequests(exhausted, bytes, now)
}

/** Throws as `countAndReadEmail` does, before a mail has arrived. */
export async function countMail(
  { accountRates, clock }: { accountRates: Pick<AccountRates, 'emails' | 'bytes'>; clock: Clock },
  accountId: number,
): Promise<void> {
  const [rate, bytes] = await Promise.all([
    accountRates.emails.spend(accountId),
    accountRates.bytes.read(accountId),
  ])
  const now = clock.now()
  if (rate && rate.used > rate.limit)
    throw tooManyRequests(`This account may post ${rate.limit} emails a minute and has done so`, rate, now)
  assertBytesLeft(bytes, now)
}

/** Counts the body as in flight until `work` ends, which goes on when the caller hangs up. */
export async function untilDone(res: Response, work: () => Promise<void>): Promise<void> {
  const { heldBody } = res.locals
  if (!heldBody) throw new Error('this route is not behind readEmail')
  const { release } = heldBody
  res.off('close', release)
  await work().finally(release)
}
