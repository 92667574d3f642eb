import { createHash } from 'node:crypto'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { asCaller } from '@pas/runtime/caller'
import type { Principal } from '../authentication/authenticate'
import { createEmail } from '../emails/create-email'
import { answerOnce } from '../http/answer-once'
import { referenceOf } from './reference-of'

/** A sender repeats a message when the answer was lost. */
const repeatedWithinMs = 120_000
/** Storing takes less: after a process that died, a repetition waits no longer. */
const leaseMs = 30_000

/** What SMTP says of an email: the message says the rest. */
const ofTheMessage = {
  ...{ endUserId: null, revisionOf: null, configurations: null },
  ...{ htmlText: null, plainText: null, subject: null, fromAddress: null, fromDisplayName: null },
}

/** Resolves to the email's guid, to that of the first when this is a repetition. Rejects as `createEmail` does. */
export async function storeMail(
  deps: Parameters<typeof createEmail>[0] & DatabaseDeps,
  principal: Principal,
  { inbox, recipients, message }: { inbox: string; recipients: readonly string[]; message: Buffer },
): Promise<string> {
  const { accountId } = principal
  const lowered = [...new Set(recipients.map((address) => address.toLowerCase()))]
  const hash = createHash('sha256').update(message).digest('hex')
  // No Idempotency-Key of HTTP has a line feed, so none can be the same as this one.
  const key = ['SMTP', inbox, hash, ...[...lowered].sort()].join('\n')
  const request = { accountId, operation: 'SMTP', key, input: {}, lifetimeMs: repeatedWithinMs, leaseMs }
  const mail = { inbox, recipients: lowered }
  const reference = referenceOf(message, recipients)
  return asCaller(accountId, async () => {
    const answer = await answerOnce(deps, request, async (claim) => {
      const sent = { ...ofTheMessage, rawSource: message, reference, mail }
      const created = await createEmail(deps, principal, sent, { report: null, warnings: [], claim })
      return created.answer
    })
    return answer.email_guid
  })
}
