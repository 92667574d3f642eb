import type { Clock } from '@pas/runtime/clock'
import {
  createBodiesInFlight,
  type BodiesInFlight,
  type InFlightLimits,
} from '@pas/runtime/http/bodies-in-flight'
import type { ApiConfig } from '../config'
import { unavailable } from '../errors'
import { bytesInFlightChanged } from '../events'
import { tooManyRequests } from './account-limits'

/** The bodies of emails that are being read or processed, by account id. */
export type EmailBodies = BodiesInFlight<number>

/** `Retry-After` of the 429: about the time an email takes from its first byte to its answer. */
const retryMs = 5_000

/**
 * Of 400 emails at a time each step of another account's request would wait for a step of each. So the others of a burst
 * wait unread, with up to 128 KiB of buffers each, as their connections have.
 */
const turns = { maxBodiesPerOwner: 6, maxWaiting: 1_200, maxWaitMs: 10_000 }

/**
 * Makes the limits of the bodies of emails: each byte takes about six bytes of memory until the email is stored, so a
 * few dozen large emails at a time would end the process. Throws 429 when an account would exceed its share, and 503
 * when the process would exceed its limit.
 */
export const createEmailBodies = ({
  clock,
  limits,
}: {
  clock: Clock
  limits: ApiConfig['inFlightLimits'] & Pick<InFlightLimits, 'maxWaiting' | 'maxWaitMs'>
}): EmailBodies =>
  createBodiesInFlight({
    limits: { ...turns, ...limits },
    onChange: bytesInFlightChanged,
    refusals: {
      ofOwner: (heldBytes) => {
        const now = clock.now()
        return tooManyRequests(
          `This account may have ${turns.maxBodiesPerOwner} emails of ${limits.maxBytesPerOwner} bytes together on their way at a time`,
          {
            policy: 'bytes-in-flight',
            limit: limits.maxBytesPerOwner,
            used: heldBytes,
            resetAt: new Date(now.getTime() + retryMs),
          },
          now,
        )
      },
      ofProcess: (heldBytes) =>
        unavailable(
          'As many emails as fit are on their way; try again shortly.',
          new Error(`${heldBytes} bytes of bodies are held`),
        ),
    },
  })
