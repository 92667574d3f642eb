const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** As Standard Webhooks recommends ("Deliverability and reliability"). */
const delaysMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

/** Over about 76 hours. */
export const maxWebhookAttempts = delaysMs.length + 1

/** The longest time for which an answer's `Retry-After` delays the next attempt. */
export const maxRetryAfterMs = 24 * hourMs

/**
 * Null after the last attempt. Each delay varies by a tenth, so that messages that failed together are not sent again
 * together. `random` is from 0 to 1.
 */
export function nextAttemptAt(attempt: number, now: Date, random: number): Date | null {
  const delayMs = delaysMs[attempt - 1]
  return delayMs === undefined ? null : new Date(now.getTime() + Math.round(delayMs * (0.9 + 0.2 * random)))
}
