import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A message as a receiver gets it. */
export interface ReceivedMessage {
  headers: IncomingHttpHeaders
  body: string
}

/**
 * Standard Webhooks 1.0, "Verifying signatures", from its text: whether one of the signatures is that of this secret,
 * and the time is within five minutes of `now`.
 */
export function isGenuine(secret: string, { headers, body }: ReceivedMessage, now: Date): boolean {
  const id = String(headers['webhook-id'])
  const timestamp = Number(headers['webhook-timestamp'])
  if (!(Math.abs(now.getTime() / 1000 - timestamp) <= 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${wanted}`)
}
