import { setTimeout as untilAfter } from 'node:timers/promises'
import { createFairQueue } from '@pas/runtime/fair-queue'
import type { PictureDemand } from '../previews/picture-demand'
import { SmtpRefusal } from './smtp-refusal'

export interface MailTurns {
  /** Runs `store` in the account's turn. Rejects with an `SmtpRefusal` of 451 when none came in time. */
  run<Answer>(accountId: number, store: () => Promise<Answer>): Promise<Answer>
}

export const turnLimits = {
  /** Mails that are stored at a time while no picture is wanted; one otherwise. */
  maxConcurrent: 6,
  /** Leaves turns to other accounts. */
  maxPerAccount: 4,
  /** Senders wait longer for an answer. */
  maxWaitMs: 20_000,
  /** While pictures are wanted, the pause after each mail, as a multiple of the time that it took. */
  pauseFactor: 1,
  maxPauseMs: 1_000,
}

/**
 * A sender can wait, and who looks at a picture does not (ADR 71). Accounts take turns. While pictures are wanted, one
 * mail is stored at a time, with a pause after it: the slower the machine, the longer.
 */
export function createMailTurns(
  demand: PictureDemand,
  { maxWaitMs, pauseFactor, maxPauseMs, maxConcurrent, maxPerAccount }: typeof turnLimits = turnLimits,
): MailTurns {
  const turns = createFairQueue({
    maxPerAccount,
    get maxConcurrent() {
      return demand.isPressing() ? 1 : maxConcurrent
    },
  })
  const pauseAfter = async (tookMs: number): Promise<void> => {
    if (demand.isPressing())
      await untilAfter(Math.min(pauseFactor * tookMs, maxPauseMs), null, { ref: false })
  }
  return {
    run: (accountId, store) =>
      new Promise((resolve, reject) => {
        const signal = AbortSignal.timeout(maxWaitMs)
        const inTurn = async (): Promise<void> => {
          const startedAt = performance.now()
          // The pause is part of the turn, and the sender has its answer before.
          await store().then(resolve, reject)
          await pauseAfter(performance.now() - startedAt)
        }
        turns
          .open(accountId, 1, maxConcurrent)
          .run(inTurn, signal)
          .catch(() => reject(tooLate(maxWaitMs)))
      }),
  }
}

const tooLate = (maxWaitMs: number): SmtpRefusal =>
  new SmtpRefusal(
    451,
    `Pictures that are waited for go first, and the message had no turn within ${maxWaitMs / 1_000} s; send it again.`,
  )
