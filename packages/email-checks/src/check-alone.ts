import type { EmailClient } from '@pas/email-clients/email-client'
import type { EmailContent } from '@pas/email-clients/engine/emulated-document'
import type { MessageStructure } from '@pas/messages/message-structure'
import { checksOfEmail, type ChecksOfEmail } from './answers'
import { changesIn } from './changes-in'
import { noMeasurements } from './measurements'
import { runChecks } from './run-checks'

/** What the email by itself says: nothing is fetched, measured or asked. `message`: null for HTML alone. */
export function checkAlone(
  content: EmailContent,
  message: MessageStructure | null,
  emailClients: EmailClient[],
): ChecksOfEmail {
  const changes = changesIn(content, emailClients)
  const unknown = { assets: null, lostAssets: [], measurements: noMeasurements }
  const answers = runChecks({ ...content, message, emailClients, changes, ...unknown })
  return checksOfEmail({ emailGuid: null, emailClients }, answers)
}
