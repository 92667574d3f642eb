import type { Clock } from '@pas/runtime/clock'
import type { ApiConfig } from '../config'
import { unavailable } from '../errors'
import { bytesInFlightChanged } from '../events'
import { tooManyRequests } from './account-limits'

/** Bytes of request bodies that this process may hold at a time. */
export type InFlightLimits = ApiConfig['inFlightLimits']

/** The bytes counted for one request's body. */
export interface HeldBody {
  /**
   * Sets the bytes of this body to `bytes`, when they are announced or read. Throws 429 when the account would exceed
   * its share and 503 when the process would exceed its limit; then nothing is counted.
   */
  hold: (bytes: number) => void
  /** Ends the counting, when the request and the work for it are over. */
  release: () => void
}

/** Counts the bodies of emails that are being read or processed. */
export interface BodiesInFlight {
  open(accountId: number): HeldBody
}

/** `Retry-After` of the 429: about the time an email takes from its first byte to its answer. */
const retryMs = 5_000

/**
 * Limits the bodies in flight: each byte of an email takes about six bytes of memory until the email is stored, so a
 * few dozen large emails at a time would end the process. The limit per account leaves room for other accounts (ADR
 * 22).
 */
export function createBodiesInFlight({
  clock,
  limits: { bodyBytesInFlight, bodyBytesInFlightPerAccount },
}: {
  clock: Clock
  limits: InFlightLimits
}): BodiesInFlight {
  const bytesByAccount = new Map<number, number>()
  let allBytes = 0

  const add = (accountId: number, bytes: number): void => {
    allBytes += bytes
    bytesInFlightChanged(bytes)
    const ofAccount = (bytesByAccount.get(accountId) ?? 0) + bytes
    if (ofAccount > 0) bytesByAccount.set(accountId, ofAccount)
    else bytesByAccount.delete(accountId)
  }

  return {
    open: (accountId) => {
      let heldBytes = 0
      let isReleased = false
      return {
        hold: (bytes) => {
          const more = bytes - heldBytes
          if (isReleased || more <= 0) return
          const ofAccount = bytesByAccount.get(accountId) ?? 0
          if (ofAccount + more > bodyBytesInFlightPerAccount) {
            const now = clock.now()
            throw tooManyRequests(
              `This account may have ${bodyBytesInFlightPerAccount} bytes of emails on their way at a time`,
              {
                policy: 'bytes-in-flight',
                limit: bodyBytesInFlightPerAccount,
                used: ofAccount,
                resetAt: new Date(now.getTime() + retryMs),
              },
              now,
            )
          }
          if (allBytes + more > bodyBytesInFlight) {
            const held = new Error(`${allBytes} bytes of bodies are held`)
            throw unavailable('As many emails as fit are on their way; try again shortly.', held)
          }
          add(accountId, more)
          heldBytes = bytes
        },
        release: () => {
          if (!isReleased) add(accountId, -heldBytes)
          isReleased = true
        },
      }
    },
  }
}
