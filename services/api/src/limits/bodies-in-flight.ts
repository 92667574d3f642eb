import type { Clock } from '@pas/runtime/clock'
import { unavailable } from '../errors'
import { bytesInFlightChanged } from '../events'
import { tooManyRequests } from './account-limits'

/** Bytes of request bodies that this process may hold at a time; each is a variable of the same name. */
export interface InFlightLimits {
  /** Of all accounts. */
  bodyBytesInFlight: number
  bodyBytesInFlightPerAccount: number
}

/** A request's part of what may be held. */
export interface HeldBody {
  /**
   * The body holds `bytes` in all, or is about to. Throws 429 when the account would hold more than its share, 503 when the process
   * would hold more than it may, and counts nothing then.
   */
  hold: (bytes: number) => void
  /** The request is over, and what was done for it. */
  release: () => void
}

/** The bodies of emails that are being read or worked on. */
export interface BodiesInFlight {
  open(accountId: number): HeldBody
}

/** About the time an email takes from its first byte to its answer. */
const retryMs = 5_000

/**
 * Each byte of an email takes some six of memory until the email is stored, so that a few dozen large ones at a time would end the process. An account's share
 * leaves room for others.
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
