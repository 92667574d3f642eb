import { Prisma, type Preview } from '@pas/db/database'
import type { CaptureFailure } from './capture-state'

/**
 * Attempts in one round; a retry begins another. Attempt numbers only grow, so that a late worker's number is never a
 * new attempt's.
 */
export const maxCaptureAttempts = 3

/** Time before the last attempt, so that a busy machine may recover. */
const recoveryMs = 30_000

interface Retries {
  /** The attempt of a round, from 1, after which the capture is `failed`. */
  attempts: number
  /** Delay before the last attempt of a round. Default: 0. */
  lastAfterMs?: number
}

const retries: Readonly<Record<CaptureFailure, Retries>> = {
  // One less: each such attempt occupies a worker for the whole timeout.
  capture_timeout: { attempts: 2 },
  engine_crashed: { attempts: maxCaptureAttempts },
  engine_failed: { attempts: maxCaptureAttempts },
  engine_busy: { attempts: maxCaptureAttempts, lastAfterMs: recoveryMs },
  // Never final: an accepted capture waits until storage is back.
  storage_unavailable: { attempts: Infinity },
  content_damaged: { attempts: maxCaptureAttempts },
  content_gone: { attempts: 1 },
  unsupported_document: { attempts: 1 },
}

/** Real email clients are the slowest programs, so a busy machine gets one more attempt. */
const retriesOfRealClients: Readonly<Record<CaptureFailure, Retries>> = {
  ...retries,
  capture_timeout: { attempts: maxCaptureAttempts, lastAfterMs: recoveryMs },
}

/** What draws. */
export interface EngineKind {
  isRealClient: boolean
}

export interface AfterFailure {
  /** Whether the capture is now `failed`. */
  isFinal: boolean
  /** After an unlimited retry, the round's last number: other failures then have all attempts of the next round. */
  attempt: number
  /** 0: at once. */
  retryAfterMs: number
}

export function decideAfterFailure(
  attempt: number,
  failure: CaptureFailure,
  { isRealClient }: EngineKind,
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

/** Newest first: at most `maxCaptureAttempts + 1`. */
export function attemptsOfRound({ attempt, status }: Pick<Preview, 'attempt' | 'status'>): number[] {
  // While `capturing`, the row's number counts the attempt that runs.
  const ended = status === 'capturing' ? attempt - 1 : attempt
  const first = ended - (ended % maxCaptureAttempts)
  return Array.from({ length: attempt - first + 1 }, (_, back) => attempt - back)
}

export const isLastOfRound = Prisma.sql`attempt % ${maxCaptureAttempts} = 0`

export const startOfRoundAfter = (attempt: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${attempt} / ${maxCaptureAttempts} + 1) * ${maxCaptureAttempts}`

export const startOfNextRound = startOfRoundAfter(Prisma.sql`attempt`)

export const beginNextRound = Prisma.sql`
  status = 'pending', attempt = ${startOfNextRound}, failure = NULL, failed_at = NULL, deadline_at = NULL`
