import type { DatabaseDeps } from '@pas/db/row-deps'
import type { Logger } from '@pas/runtime/logger'
import { leaseDeliveries, returnLease, type LeasedDelivery } from '@pas/webhooks/lease-deliveries'
import { recordAttempt } from '@pas/webhooks/record-attempt'
import { webhookAttempted } from '../events'
import { startLeasedWork, type LeasedWork } from '../leased-work'
import type { CaptureEvents } from '../previews/capture-waiters'
import type { DeliverMessage } from './deliver-message'

/** Sends what is due, also what another process added. */
export type WebhookOutbox = LeasedWork

const maxAttemptsAtOnce = 64
const pollMs = 500
/** Captures end in bursts: one search finds all their messages. */
const gatherMs = 50
/** A stopping process then aborts its attempts. */
const closingMs = 3_000

export function startWebhookOutbox(
  deps: DatabaseDeps & {
    logger: Logger
    captureEvents: readonly CaptureEvents[]
    deliverMessage: DeliverMessage
    random?: () => number
  },
): WebhookOutbox {
  const { db, clock, logger, captureEvents } = deps
  const attempts = startLeasedWork<LeasedDelivery>({
    places: maxAttemptsAtOnce,
    lease: (free) => leaseDeliveries({ db, clock }, free),
    work: (delivery, signal) => makeAttempt(deps, delivery, signal),
    // Postgres is away: the next poll looks again.
    failedToLease: (error) => logger.warn({ err: error }, 'due webhook messages cannot be read'),
    closingMs,
  })

  let gathering: NodeJS.Timeout | undefined
  const onEvent = (): void => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      attempts.wake()
    }, gatherMs).unref()
  }
  for (const events of captureEvents)
    for (const name of ['completed', 'failed'] as const) events.on(name, onEvent)

  const timer = setInterval(attempts.wake, pollMs).unref()
  attempts.wake()
  return {
    wake: attempts.wake,
    get size() {
      return attempts.size
    },
    close: async () => {
      clearInterval(timer)
      clearTimeout(gathering)
      await attempts.close()
    },
  }
}

async function makeAttempt(
  { db, clock, logger, deliverMessage, random = Math.random }: Parameters<typeof startWebhookOutbox>[0],
  delivery: LeasedDelivery,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { attempt, retryAfterMs } = await deliverMessage(delivery, signal)
    const recorded = await recordAttempt({ db, clock }, delivery, attempt, { retryAfterMs, random: random() })
    webhookAttempted(logger, delivery, attempt, recorded)
  } catch (error) {
    // An unrecorded message is sent again when its lease ends. A stopping process returns the lease.
    if (signal.aborted) await returnLease({ db }, delivery).catch(() => undefined)
    else
      logger.warn({ err: error, deliveryId: delivery.id }, 'webhook attempt not recorded; will be made again')
  }
}
