import type { z } from 'zod'
import { settings } from './setting'
import { wholeNumber } from './value-schemas'

export const timeSettings = {
  ...settings(['api', 'render-worker', 'pas'], {
    CAPTURE_TIMEOUT_MS: { schema: wholeNumber().default(20_000), about: 'The longest capture. Each of these four must be below the next; a start checks it.' },
  }),
  ...settings(['api', 'render-worker'], {
    JOB_TIMEOUT_MS: { schema: wholeNumber().default(30_000), about: 'The longest job of a worker: a capture, with the email read before and the picture stored after.' },
  }),
  ...settings(['api'], {
    LONG_POLL_TIMEOUT_MS: { schema: wholeNumber().default(45_000), about: 'How long a request waits for its preview.' },
    PROXY_TIMEOUT_MS: { schema: wholeNumber().default(60_000), about: 'The read timeout of the proxy in front.' },
    QUEUE_WAIT_LIMIT_MS: {
      schema: wholeNumber().optional(),
      about: "New captures for an engine are refused with 503 while even captures that are their account's first in its queue have waited so long. Without it, half of LONG_POLL_TIMEOUT_MS.",
      example: '22500',
    },
    RECONCILE_INTERVAL_MS: { schema: wholeNumber().default(5_000), about: 'How often captures that lost their job or worker are requeued, by one api process at a time.' },
    RETENTION_INTERVAL_MS: { schema: wholeNumber().default(60_000), about: 'How often expired data is erased, by one api process at a time.' },
  }),
}

const increasing = ['CAPTURE_TIMEOUT_MS', 'JOB_TIMEOUT_MS', 'LONG_POLL_TIMEOUT_MS', 'PROXY_TIMEOUT_MS'] as const

export function checkTimes(values: Partial<Record<(typeof increasing)[number] | 'QUEUE_WAIT_LIMIT_MS', number | undefined>>, context: z.RefinementCtx): void {
  const { QUEUE_WAIT_LIMIT_MS: queueWait = 0, LONG_POLL_TIMEOUT_MS: longPoll = Infinity } = values
  if (queueWait >= longPoll) {
    const message = `must be below LONG_POLL_TIMEOUT_MS (${longPoll})`
    context.addIssue({ code: 'custom', path: ['QUEUE_WAIT_LIMIT_MS'], message })
  }
  for (const [index, longer] of increasing.slice(1).entries()) {
    const shorter = increasing[index] ?? longer
    const { [shorter]: shorterMs = 0, [longer]: longerMs = Infinity } = values
    if (shorterMs >= longerMs) context.addIssue({ code: 'custom', path: [longer], message: `must be above ${shorter} (${shorterMs})` })
  }
}
