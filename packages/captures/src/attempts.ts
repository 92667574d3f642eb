import { Prisma, type Preview } from '@pas/db/database'
import type { CaptureFailure } from './capture-state'
import type { CheckRow } from './check-state'

/**
 * Attempts in one round: a capture that fails this often becomes `failed`, until an operator gives it another round.
 * The row's attempt number only grows, so that a late worker's number never equals a new attempt's. Every multiple of
 * this constant ends a round, and a pending row whose attempt number is a multiple begins the next round.
 */
export const maxCaptureAttempts = 3

/** Time before the last attempt of a round, in which a busy machine may calm down. */
const calmingMs = 30_000

/** How often a capture that fails in one way is tried. */
interface Retries {
  /** The attempt of a round, from 1, at which the capture becomes `failed`. */
  attempts: number
  /** Delay before the last attempt of a round; the others begin at once. Default: 0. */
  lastAfterMs?: number
}

const retries: Readonly<Record<CaptureFailure, Retries>> = {
  // One less: each such attempt occupies a worker for the whole timeout.
  capture_timeout: { attempts: 2 },
  engine_crashed: { attempts: maxCaptureAttempts },
  engine_failed: { attempts: maxCaptureAttempts },
  engine_busy: { attempts: maxCaptureAttempts, lastAfterMs: calmingMs },
  // Never: an accepted capture waits until storage is back, in a new round of attempts.
  storage_unavailable: { attempts: Infinity },
  content_damaged: { attempts: maxCaptureAttempts },
  content_gone: { attempts: 1 },
  unsupported_document: { attempts: 1 },
}

/** Real email clients are the slowest programs: one more attempt, in case the machine was busy for a short time. */
const retriesOfRealClients: Readonly<Record<CaptureFailure, Retries>> = {
  ...retries,
  capture_timeout: { attempts: maxCaptureAttempts, lastAfterMs: calmingMs },
}

/** What draws a capture. `isRealClient`: the email client itself, not an emulation of it. */
export interface DrawnBy {
  isRealClient: boolean
}

export interface AfterFailure {
  /** Whether the capture becomes `failed`. */
  isFinal: boolean
  /**
   * The row's new attempt number. A failure that is retried without limit moves the number to the end of its round, so
   * that the next round has all its attempts left for other failures.
   */
  attempt: number
  /** How long the next attempt has to wait; 0: it may begin at once. */
  retryAfterMs: number
}

/** The row after a failed attempt, and when the next attempt begins. */
export function afterFailure(
  attempt: number,
  failure: CaptureFailure,
  { isRealClient }: DrawnBy,
): AfterFailure {
  const { attempts, lastAfterMs = 0 } = (isRealClient ? retriesOfRealClients : retries)[failure]
  const attemptOfRound = ((attempt - 1) % maxCaptureAttempts) + 1
  const endOfRound = attempt - attemptOfRound + maxCaptureAttempts
  return {
    isFinal: attemptOfRound >= attempts,
    attempt: attempts === Infinity ? endOfRound : attempt,
    retryAfterMs: attemptOfRound === maxCaptureAttempts - 1 ? lastAfterMs : 0,
  }
}

/** The attempt numbers of the row's current round, newest first: at most `maxCaptureAttempts + 1`. */
export function attemptsOfRound({ attempt, status }: Pick<Preview, 'attempt' | 'status'>): number[] {
  const ended = status === 'capturing' ? attempt - 1 : attempt
  const first = ended - (ended % maxCaptureAttempts)
  return Array.from({ length: attempt - first + 1 }, (_, back) => attempt - back)
}

/** SQL condition on a `capturing` preview or a `running` audit: its attempt is the last of its round. */
export const isLastOfRound = Prisma.sql`attempt % ${maxCaptureAttempts} = 0`

const startAfter = (attempt: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${attempt} / ${maxCaptureAttempts} + 1) * ${maxCaptureAttempts}`

/** SQL on a row of `previews`: the attempt number that begins a new round, which no job and no late worker has. */
export const startOfNextRound = startAfter(Prisma.sql`attempt`)

/** SQL assignments that give a `failed` row of `previews` a new round of attempts. */
export const beginNextRound = Prisma.sql`
  status = 'pending', attempt = ${startOfNextRound}, failure = NULL, failed_at = NULL, deadline_at = NULL`

/*
 * Audits have rounds as well. Only attempts that lost their worker are followed by others of the round, so that an audit
 * which is `failed` with the last attempt number of a round has lost its worker in all of them: it is given up. Any
 * other failure avoids that number, and another request begins the next round.
 */

/** Whether an audit has failed for good. */
export const isGivenUp = ({ status, attempt }: Pick<CheckRow, 'status' | 'attempt'>): boolean =>
  status === 'failed' && attempt > 0 && attempt % maxCaptureAttempts === 0

/** The attempt number of a check that failed, and that another request may begin again. */
export const failedAttempt = (attempt: number): number =>
  attempt % maxCaptureAttempts === 0 ? attempt + 1 : attempt

/** SQL on a row of `email_checks`: as `failedAttempt`. */
export const failedAttemptOfRow = Prisma.sql`CASE WHEN ${isLastOfRound} THEN attempt + 1 ELSE attempt END`

const attemptOfCheck = Prisma.sql`email_checks.attempt`

/** SQL condition on a `failed` audit: it is given up. */
export const isGivenUpRow = Prisma.sql`(${attemptOfCheck} > 0 AND ${attemptOfCheck} % ${maxCaptureAttempts} = 0)`

/** SQL on a row of `email_checks`: as `startOfNextRound`. */
export const nextRoundOfAudit = startAfter(attemptOfCheck)
