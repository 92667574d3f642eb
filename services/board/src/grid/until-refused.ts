import { ApiAnswerError } from '../api/api-answer-error'
import { SignedOutError } from '../api/signed-out-error'

/**
 * Calls `ask` every `everyMs` until `stop`. `signal` aborts once the call is refused: the user has signed out or was
 * disabled, or the email was deleted. A failure because the API or auth is away is no refusal.
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
