import type { CheckName } from '@pas/email-checks/rule'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { OpenEmail } from '../previews/open-email'
import type { EmailReader } from '../reading/email-reader'
import type { HostAndPort } from '@pas/settings/value-schemas'
import type { EmailUnderCheck } from './check-email'
import type { AskedOthers, WantedEvidence } from './evidence-of'
import type { AskLinks } from './links/ask-links'
import { measureSpam } from './spam/measure-spam'

export interface AskingDeps {
  emailReader: Pick<EmailReader, 'of'>
  /** Null where links are never asked. */
  linkAsker: AskLinks | null
  config: { links: { followTrackers: boolean }; spamd: HostAndPort | null }
}

/** Whether an email has HTML, by the bytes of its `email.json`: within a text, the quotation marks would be escaped. */
const hasHtml = (body: Uint8Array): boolean => !Buffer.from(body).includes('"htmlText":null')

/** What the checks of a stored email need beside it, and who is asked for it. */
export async function wantedEvidence(
  deps: AskingDeps,
  stored: OpenEmail,
  {
    email,
    names,
    emailClients,
  }: { email: EmailUnderCheck; names: readonly CheckName[]; emailClients: readonly EmailClient[] },
): Promise<WantedEvidence> {
  const isHtml = hasHtml(await email.body())
  return {
    email: stored,
    names,
    emailClients,
    hasHtml: isHtml,
    others: askedOthers(deps, stored.accountId, email, isHtml),
  }
}

function askedOthers(
  { emailReader, linkAsker, config }: AskingDeps,
  accountId: number,
  email: EmailUnderCheck,
  isHtml: boolean,
): AskedOthers {
  const { links, spamd } = config
  const { followTrackers } = links
  return {
    ...(linkAsker &&
      isHtml && {
        links: async (signal) => {
          const body = await email.body()
          const found = await emailReader.of(accountId).findLinks({ body, followTrackers }, signal)
          const answers = await linkAsker(accountId, found, signal)
          // What was not asked because this process stops is no answer.
          signal.throwIfAborted()
          return answers
        },
      }),
    ...(spamd && {
      spam: async (signal) => {
        const measured = await measureSpam({ spamd }, accountId, await email.body(), signal)
        // Recorded as a failure, so that it is asked again.
        if (measured?.status === 'done' || measured?.status === 'not_applicable') return measured
        throw new Error(measured?.description ?? 'no spamd is configured')
      },
    }),
  }
}
