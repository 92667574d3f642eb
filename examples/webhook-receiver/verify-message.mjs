import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far a message's time may be from ours. An older message may be a replay by an attacker. */
const toleranceSeconds = 5 * 60

/**
 * Whether a message comes from the service: it has a signature with one of our secrets, and its time is close to ours.
 * `body` is the text as it was received, because JSON that was parsed and written again has another signature.
 */
export function isGenuine(secrets, headers, body, nowSeconds = Date.now() / 1000) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signatures = (headers['webhook-signature'] ?? '').split(' ')
  if (!id || !/^\d+$/.test(timestamp ?? '') || Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds)
    return false
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const wanted = Buffer.from(
      `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    )
    return signatures.some((signature) => {
      const given = Buffer.from(signature)
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    })
  })
}
