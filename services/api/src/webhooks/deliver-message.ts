import type { AllowList } from '../outbound/allow-list'
import { createOutboundPost } from '../outbound/outbound-post'
import { outboundFailureOf, singleHeader } from '../outbound/outbound-request'
import type { OutboundNetwork } from '../outbound/outbound-network'
import type { Clock } from '@pas/runtime/clock'
import type { LeasedDelivery } from '@pas/webhooks/lease-deliveries'
import { signMessage } from '@pas/webhooks/sign-message'
import type { WebhookAttempt, WebhookError } from '@pas/webhooks/webhook-attempt'
import { messageBody } from './message-body'

interface MadeAttempt {
  attempt: WebhookAttempt
  retryAfterMs: number | null
}

/** Resolves also when the attempt fails. Rejects with the reason of `signal`; the message may then have arrived. */
export type DeliverMessage = (delivery: LeasedDelivery, signal: AbortSignal) => Promise<MadeAttempt>

/** Must be below the lease of a delivery, so that no two processes send it at the same time. */
const defaultTimeoutMs = 15_000
/** The status decides, so a body that never ends is not awaited. */
const bodyTimeoutMs = 2_000
const maxAnswerCharacters = 512

const retryAfterStatuses = new Set([429, 502, 503, 504])

export function createDeliverMessage({
  clock,
  imagesUrl,
  webhookAllow,
  timeoutMs = defaultTimeoutMs,
  ...network
}: {
  clock: Clock
  imagesUrl: string
  webhookAllow: AllowList
  timeoutMs?: number
} & OutboundNetwork): DeliverMessage {
  const post = createOutboundPost({
    allowList: webhookAllow,
    timeoutMs,
    bodyTimeoutMs,
    maxAnswerCharacters,
    ...network,
  })

  return async (delivery, signal) => {
    const at = clock.now()
    const startedAt = performance.now()
    const ended = (ending: Pick<WebhookAttempt, 'statusCode' | 'error' | 'answer'>): WebhookAttempt => ({
      at: at.toISOString(),
      ...ending,
      durationMs: Math.round(performance.now() - startedAt),
    })
    const unanswered = (error: WebhookError): MadeAttempt => ({
      attempt: ended({ statusCode: null, error, answer: '' }),
      retryAfterMs: null,
    })

    const body = messageBody(imagesUrl, delivery)
    if (body === null) return unanswered('not_offered')
    const headers = {
      'user-agent': 'partner-access-service',
      'content-type': 'application/json',
      ...signMessage(delivery.secrets, { deliveryId: delivery.id, at, body }),
    }
    try {
      const { statusCode, headers: answered, text } = await post(delivery.url, { headers, body, signal })
      return {
        // Postgres cannot store NUL.
        attempt: ended({ statusCode, error: null, answer: text.replaceAll('\0', '') }),
        retryAfterMs: retryAfterStatuses.has(statusCode)
          ? parseRetryAfter(singleHeader(answered['retry-after']), clock.now())
          : null,
      }
    } catch (error) {
      signal.throwIfAborted()
      const failure = outboundFailureOf(error)
      // `WebhookError`, which callers see, does not tell these two apart.
      return unanswered(failure === 'redirects' || failure === 'no_public_names' ? 'connection' : failure)
    }
  }
}

/** Milliseconds from now (RFC 9110 §10.2.3: seconds, or a date); null when it is neither. */
function parseRetryAfter(header: string, now: Date): number | null {
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
