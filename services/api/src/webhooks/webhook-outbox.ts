import type { DatabaseDeps } from '@pas/db/row-deps'
import { asProcess } from '@pas/runtime/caller'
import { closedInTime, type Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import { withinTimeout } from '@pas/runtime/within-timeout'
import { leaseDeliveries, returnLease, type LeasedDelivery } from '@pas/webhooks/lease-deliveries'
import { recordAttempt } from '@pas/webhooks/record-attempt'
import { webhookAttempted } from '../events'
import type { CaptureEvents } from '../previews/capture-waiters'
import type { DeliverMessage } from './deliver-message'

/** Sends webhook messages that are due, also those that another process added, or this one before a restart. */
export interface WebhookOutbox extends Closeable {
  /** Looks for due messages now. */
  wake(): void
  readonly size: number
  /** Waits 3 s for attempts under way, then aborts them; other processes then send their messages. */
  close(): Promise<void>
}

/** Attempts of this process at a time. */
const maxAttemptsAtOnce = 64
/** How often due messages are looked for without an event: for retries, and when an event was lost. */
const pollMs = 500
/** How long after a capture event due messages are looked for: captures end in bursts, and one look finds them all. */
const gatherMs = 50
/** How long a stopping process waits for its attempts before it aborts them. */
const closingMs = 3_000

interface OutboxDeps extends DatabaseDeps {
  logger: Logger
  captureEvents: readonly CaptureEvents[]
  deliverMessage: DeliverMessage
  /** From 0 to 1, for the delays of retries. */
  random?: () => number
}

/**
 * Starts to send due messages. The rows say what is due (`leaseDeliveries`), so several processes share the work, and
 * what a process had leased when it died is sent by another. A capture's event wakes the outbox, and so does a poll.
 */
export function startWebhookOutbox(deps: OutboxDeps): WebhookOutbox {
  const { db, clock, logger, captureEvents } = deps
  /** The attempts, each with its account. */
  const underWay = new Map<Promise<void>, number>()
  const closing = new AbortController()
  let isClosed = false
  let isWoken = false
  let looking: Promise<void> | null = null

  const begin = (delivery: LeasedDelivery): void => {
    const attempt = makeAttempt(deps, delivery, closing.signal).finally(() => {
      underWay.delete(attempt)
      // A place is free now, and the endpoint may have further messages.
      wake()
    })
    underWay.set(attempt, delivery.accountId)
  }

  const look = async (): Promise<void> => {
    while (isWoken && !isClosed && underWay.size < maxAttemptsAtOnce) {
      isWoken = false
      const leased = await leaseDeliveries(
        { db, clock },
        { room: maxAttemptsAtOnce - underWay.size, underWay: [...underWay.values()] },
      )
      for (const delivery of leased) begin(delivery)
    }
  }

  const wake = (): void => {
    isWoken = true
    looking ??= asProcess(look)
      .catch((error: unknown) => {
        // Postgres is away: the next poll looks again.
        logger.warn({ err: error }, 'due webhook messages cannot be read')
      })
      .finally(() => {
        looking = null
        // `wake` was called after `look` had read the rows.
        if (isWoken && !isClosed && underWay.size < maxAttemptsAtOnce) wake()
      })
  }

  let gathering: NodeJS.Timeout | undefined
  const onEvent = (): void => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      wake()
    }, gatherMs).unref()
  }
  for (const events of captureEvents)
    for (const name of ['completed', 'failed'] as const) events.on(name, onEvent)

  const timer = setInterval(wake, pollMs).unref()
  wake()
  return {
    wake,
    get size() {
      return underWay.size
    },
    close: async () => {
      isClosed = true
      clearInterval(timer)
      clearTimeout(gathering)
      const untilIdle = async (): Promise<void> => {
        await looking
        await Promise.allSettled(underWay.keys())
      }
      await withinTimeout(untilIdle(), closingMs, () => {
        closing.abort(new Error('the process stops'))
      })
      // Attempts that were ended return their leases.
      await closedInTime(untilIdle())
    },
  }
}

/** Makes one attempt and records it. Never rejects. */
async function makeAttempt(
  { db, clock, logger, deliverMessage, random = Math.random }: OutboxDeps,
  delivery: LeasedDelivery,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { attempt, retryAfterMs } = await deliverMessage(delivery, signal)
    const recorded = await recordAttempt({ db, clock }, delivery, attempt, { retryAfterMs, random: random() })
    webhookAttempted(logger, delivery, attempt, recorded)
  } catch (error) {
    // A message whose attempt was not recorded is sent again when its lease ends. A stopping process returns the lease.
    if (signal.aborted) await returnLease({ db }, delivery).catch(() => undefined)
    else
      logger.warn({ err: error, deliveryId: delivery.id }, 'webhook attempt not recorded; will be made again')
  }
}
