const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Delays after each failure, as Standard Webhooks recommends ("Deliverability and reliability"). */
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

/** Attempts to deliver a message before it is `failed`, over about 76 hours. */
export const maxWebhookAttempts = delaysMs.length + 1

/** The longest time for which an answer's `Retry-After` can delay the next attempt. */
export const maxRetryAfterMs = 24 * hourMs

/**
 * When the next attempt is to be made after the `attempt`th has failed; null after the last. Each delay is lengthened
 * or shortened by up to a tenth, so that messages that failed together are not sent again together. `random` is from 0
 * to 1.
 */
export function nextAttemptAt(attempt: number, now: Date, random: number): Date | null {
  const delayMs = delaysMs[attempt - 1]
  return delayMs === undefined ? null : new Date(now.getTime() + Math.round(delayMs * (0.9 + 0.2 * random)))
}
