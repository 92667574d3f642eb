import { createBodiesInFlight, type BodiesInFlight, type HeldBody } from '@pas/runtime/http/bodies-in-flight'
import { maxEmailBodyBytes } from '@pas/settings/max-email-bytes'
import { unavailable } from '../errors'

/** Of the six bodies of an account. */
const maxMailsPerAccount = 4
const maxWaiting = 1_200
/** Senders wait longer for an answer. */
const usualWaitMs = 20_000
/** The largest mail, and the eighth that is kept for small ones. */
const leastBytes = Math.ceil((maxEmailBodyBytes * 8) / 7)

/**
 * Mail that arrives or waits for its turn is a body of `bodies`, and has at most half of the bytes there, so that HTTP
 * has room (ADR 71). Without room it is not read; `untilRoom` and `hold` also throw what SMTP answers with 451.
 */
export function createMailBodies(
  bodies: BodiesInFlight<number>,
  limits: { maxBytes: number; maxBytesPerOwner: number; maxWaitMs?: number },
): BodiesInFlight<number> {
  const mails = createBodiesInFlight<number>({
    limits: {
      maxBytes: Math.max(limits.maxBytes / 2, leastBytes),
      maxBytesPerOwner: Math.max(limits.maxBytesPerOwner / 2, maxEmailBodyBytes),
      maxBodiesPerOwner: maxMailsPerAccount,
      maxWaiting,
      maxWaitMs: limits.maxWaitMs ?? usualWaitMs,
    },
    refusals: { ofOwner: noRoom, ofProcess: noRoom },
  })
  return {
    open: (accountId): HeldBody => {
      const mail = mails.open(accountId)
      const body = bodies.open(accountId)
      return {
        untilRoom: async (bytes) => {
          await mail.untilRoom(Math.max(bytes, 1))
          // What is announced and does not come counts for a second, but a mail is one of the four until it is stored.
          mail.hold(1)
          await body.untilRoom(bytes)
        },
        hold: (bytes) => {
          mail.hold(bytes)
          body.hold(bytes)
        },
        release: () => {
          mail.release()
          body.release()
        },
      }
    },
  }
}

const noRoom = (heldBytes: number): Error =>
  unavailable(
    'As much mail as may arrive at a time waits to be stored; send it again.',
    new Error(`${heldBytes} bytes of mail are held`),
  )
