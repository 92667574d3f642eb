import { Prisma, type Preview } from '@pas/db/database'
import type { CaptureFailure } from './capture-state'

/**
 * How often one capture is tried before it is `failed`, unless an operator has it tried again. The row's attempt number only ever grows,
 * so that a late worker's number is never a new attempt's: every multiple of this ends a round of attempts, and a pending row at a
 * multiple begins the next round.
 */
export const maxCaptureAttempts = 3

/** With which attempt of a round a capture that fails in this way has failed for good. */
const maxAttempts: Readonly<Record<CaptureFailure, number>> = {
  // One that takes so long keeps others from being captured.
  capture_timeout: 2,
  engine_crashed: maxCaptureAttempts,
  engine_failed: maxCaptureAttempts,
  // Storage comes back, and what was accepted is captured then: the round begins anew.
  storage_unavailable: Infinity,
  content_damaged: maxCaptureAttempts,
  content_gone: 1,
  unsupported_document: 1,
}

/**
 * What follows from an attempt that failed: whether the capture has failed for good, and the row's attempt number from now on. A capture
 * that is tried without end begins a new round, so that all of its attempts are left for other failures.
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
 * The attempt numbers of the row's round up to now, the newest first. A round is few attempts, however many rounds there were.
 */
export function attemptsOfRound({ attempt, status }: Pick<Preview, 'attempt' | 'status'>): number[] {
  const ended = status === 'capturing' ? attempt - 1 : attempt
  const first = ended - (ended % maxCaptureAttempts)
  return Array.from({ length: attempt - first + 1 }, (_, back) => attempt - back)
}

/** In SQL: whether an attempt that is under way is the last of its round. */
export const isLastOfRound = Prisma.sql`attempt % ${maxCaptureAttempts} = 0`

/** In SQL: the attempt number of a row that begins a new round. No job and no late worker has it yet. */
export const startOfNextRound = Prisma.sql`(attempt / ${maxCaptureAttempts} + 1) * ${maxCaptureAttempts}`
