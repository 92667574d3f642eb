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

export type EmailBodies = BodiesInFlight<number>

const retryMs = 5_000

/**
 * Few at a time, so that another account's request does not wait for each of 400 emails. The others wait unread, with
 * up to 128 KiB of buffers each.
 */
const turns = { maxBodiesPerOwner: 6, maxWaiting: 1_200, maxWaitMs: 10_000 }

/**
 * A byte takes about six bytes of memory until the email is stored. Throws 429 for an account's share, and 503 for the
 * process's limit.
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
