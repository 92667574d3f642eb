import { Prisma, type Preview } from '@pas/db/database'
import type { CaptureFailure } from './capture-state'

/**
 * Attempts in one round: a capture that fails this often becomes `failed`, until an operator gives it another round.
 * The row's attempt number only grows, so that a late worker's number never equals a new attempt's. Every multiple of
 * this constant ends a round, and a pending row whose attempt number is a multiple begins the next round.
 */
export const maxCaptureAttempts = 3

/** The attempt of a round, from 1, at which a capture that fails in this way becomes `failed`. */
const maxAttempts: Readonly<Record<CaptureFailure, number>> = {
  // One less: each such attempt occupies a worker for the whole timeout.
  capture_timeout: 2,
  engine_crashed: maxCaptureAttempts,
  engine_failed: maxCaptureAttempts,
  // Never: an accepted capture waits until storage is back, in a new round of attempts.
  storage_unavailable: Infinity,
  content_damaged: maxCaptureAttempts,
  content_gone: 1,
  unsupported_document: 1,
}

/**
 * The row after a failed attempt: whether the capture becomes `failed` (`isFinal`), and the row's new attempt number. A
 * failure that is retried without limit moves the number to the end of its round, so that the next round has all its
 * attempts left for other failures.
 */
export function afterFailure(
  attempt: number,
  failure: CaptureFailure,
): { isFinal: boolean; attempt: number } {
  const attemptOfRound = ((attempt - 1) % maxCaptureAttempts) + 1
  const endOfRound = attempt - attemptOfRound + maxCaptureAttempts
  return {
    isFinal: attemptOfRound >= maxAttempts[failure],
    attempt: maxAttempts[failure] === Infinity ? endOfRound : attempt,
  }
}

/**
 * The attempt numbers of the row's current round so far, newest first: at most `maxCaptureAttempts + 1` numbers,
 * however many rounds there were.
 */
export function attemptsOfRound({ attempt, status }: Pick<Preview, 'attempt' | 'status'>): number[] {
  const ended = status === 'capturing' ? attempt - 1 : attempt
  const first = ended - (ended % maxCaptureAttempts)
  return Array.from({ length: attempt - first + 1 }, (_, back) => attempt - back)
}

/** SQL condition on a `capturing` row of `previews`: its attempt is the last of its round. */
export const isLastOfRound = Prisma.sql`attempt % ${maxCaptureAttempts} = 0`

/**
 * SQL expression on a row of `previews`: the attempt number with which it begins a new round. No job and no late worker
 * has this number.
 */
export const startOfNextRound = Prisma.sql`(attempt / ${maxCaptureAttempts} + 1) * ${maxCaptureAttempts}`
