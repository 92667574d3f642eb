import { ApiAnswerError } from '../api/api-answer-error'
import { SignedOutError } from '../api/signed-out-error'

/**
 * Asks again and again, until `stop`: `signal` aborts once the answer is a refusal, as after signing out, for a user who
 * was disabled, or for an email that was deleted. That the API or auth is away is none.
 */
export function untilRefused(
  ask: () => Promise<unknown>,
  everyMs: number,
): { signal: AbortSignal; stop: () => void } {
  const refused = new AbortController()
  const timer = setInterval(() => {
    ask().catch((error: unknown) => {
      if (isRefusal(error)) refused.abort()
    })
  }, everyMs)
  return { signal: refused.signal, stop: () => clearInterval(timer) }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof SignedOutError || (error instanceof ApiAnswerError && [403, 404].includes(error.status))
