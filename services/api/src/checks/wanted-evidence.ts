import type { CheckName } from '@pas/email-checks/rule'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { OpenEmail } from '../previews/open-email'
import type { EmailUnderCheck } from './check-email'
import type { WantedEvidence } from './evidence-of'

/** Whether an email has HTML, by the bytes of its `email.json`: within a text, the quotation marks would be escaped. */
const hasHtml = (body: Uint8Array): boolean => !Buffer.from(body).includes('"htmlText":null')

/** What the checks of a stored email need beside it, and who is asked for it. */
export async function wantedEvidence(
  stored: OpenEmail,
  {
    email,
    names,
    emailClients,
  }: { email: EmailUnderCheck; names: readonly CheckName[]; emailClients: readonly EmailClient[] },
): Promise<WantedEvidence> {
  const body = await email.body()
  return { email: stored, names, emailClients, hasHtml: hasHtml(body), others: {} }
}
