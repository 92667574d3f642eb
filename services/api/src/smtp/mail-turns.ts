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
  { maxWaitMs, pauseFactor, maxPauseMs, ...limits }: typeof turnLimits = turnLimits,
): MailTurns {
  const turns = createFairQueue(limits)
  /** Resolves when the mail before has been stored, and its pause is over. Never rejects. */
  let last: Promise<unknown> = Promise.resolve()

  const pauseAfter = async (tookMs: number): Promise<void> => {
    if (demand.isPressing())
      await untilAfter(Math.min(pauseFactor * tookMs, maxPauseMs), null, { ref: false })
  }
  const oneByOne = <Answer>(store: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> =>
    new Promise((resolve, reject) => {
      let hasBegun = false
      const leave = (): void => {
        if (!hasBegun) reject(signal.reason as Error)
      }
      signal.addEventListener('abort', leave, { once: true })
      const stored = last.then(async () => {
        signal.throwIfAborted()
        hasBegun = true
        const startedAt = performance.now()
        return { answer: await store(), tookMs: performance.now() - startedAt }
      })
      last = stored.then(
        ({ tookMs }) => pauseAfter(tookMs),
        () => undefined,
      )
      stored.then(({ answer }) => resolve(answer), reject)
    })
  return {
    run: async (accountId, store) => {
      const signal = AbortSignal.timeout(maxWaitMs)
      const inTurn = () => (demand.isPressing() ? oneByOne(store, signal) : store())
      return turns
        .open(accountId, Infinity)
        .run(inTurn, signal)
        .catch((error: unknown) => {
          throw error === signal.reason ? tooLate(maxWaitMs) : error
        })
    },
  }
}

const tooLate = (maxWaitMs: number): SmtpRefusal =>
  new SmtpRefusal(
    451,
    `Pictures that are waited for go first, and the message had no turn within ${maxWaitMs / 1_000} s; send it again.`,
  )
