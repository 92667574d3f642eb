import { createHmac, timingSafeEqual } from 'node:crypto'

/** What your server is sent: `data` is the type's own. */
export interface WebhookMessage {
  type: string
  timestamp: string
  data: Record<string, unknown>
}

type HeaderValues = Headers | Record<string, string | readonly string[] | undefined>

const maxAgeS = 300

/**
 * Standard Webhooks 1.0: null unless the service sent this message, with this secret, in the last five minutes. `body`
 * is the request's body as it came, before anything has parsed it.
 */
export function openWebhook(
  secret: string,
  headers: HeaderValues,
  body: string | Uint8Array,
  nowMs = Date.now(),
): WebhookMessage | null {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) return null
  if (Math.abs(nowMs / 1000 - Number(timestamp)) >= maxAgeS) return null
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  const wanted = Buffer.from(`v1,${digest}`)
  const isGenuine = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
  return isGenuine ? (JSON.parse(Buffer.from(body).toString('utf8')) as WebhookMessage) : null
}

function headerOf(headers: HeaderValues, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
