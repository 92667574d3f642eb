import type { LinksToAsk } from '@pas/email-checks/links/links-to-ask'
import type { CheckName } from '@pas/email-checks/rule'
import type { EmailClient } from '@pas/email-clients/email-client'
import { inTurn, turnTimeoutMs, type EmulationDeps } from '../emulation/emulate-in-turns'
import type { OpenEmail } from '../emulation/open-email'
import { UnreadEmailError } from '../emulation/email-reader'
import type { HostAndPort } from '@pas/settings/value-schemas'
import type { EmailUnderCheck } from './check-email'
import type { AskedOthers, WantedEvidence } from './evidence-of'
import type { AskLinks } from './links/ask-links'
import { measureSpam } from './spam/measure-spam'

const findTimeoutMs = 10_000

/** Within a text of `email.json`, the quotation marks would be escaped. */
const hasHtml = (body: Uint8Array): boolean => !Buffer.from(body).includes('"htmlText":null')

function isOfHtml(
  deps: EmulationDeps,
  accountId: number,
  email: EmailUnderCheck,
  signal: AbortSignal,
): Promise<boolean> {
  const read = async (): Promise<boolean> => hasHtml(await email.body())
  const ends = { signal, deadline: AbortSignal.timeout(turnTimeoutMs) }
  return inTurn(deps, accountId, email, read, ends).catch((error: unknown) => {
    if (error instanceof UnreadEmailError) return true
    throw error
  })
}

/** Rejects when `signal` aborts. */
export async function wantedEvidence(
  deps: EmulationDeps & {
    /** Null where links are never asked. */
    linkAsker: AskLinks | null
    config: { links: { followTrackers: boolean }; spamd: HostAndPort | null }
  },
  stored: OpenEmail,
  {
    email,
    names,
    emailClients,
  }: { email: EmailUnderCheck; names: readonly CheckName[]; emailClients: readonly EmailClient[] },
  signal: AbortSignal,
): Promise<WantedEvidence> {
  const needsHtml = names.includes('contrast') || names.includes('links')
  const isHtml = needsHtml && (await isOfHtml(deps, stored.accountId, email, signal))
  return {
    email: stored,
    names,
    emailClients,
    hasHtml: isHtml,
    others: askedOthers(deps, stored.accountId, email, isHtml),
  }
}

function askedOthers(
  deps: Parameters<typeof wantedEvidence>[0],
  accountId: number,
  email: EmailUnderCheck,
  isHtml: boolean,
): AskedOthers {
  const { emailReader, linkAsker, config } = deps
  const { links, spamd } = config
  const { followTrackers } = links
  return {
    ...(linkAsker &&
      isHtml && {
        links: async (signal) => {
          const find = async (): Promise<LinksToAsk> => {
            const inTime = AbortSignal.any([signal, AbortSignal.timeout(findTimeoutMs)])
            return emailReader.of(accountId).findLinks({ body: await email.body(), followTrackers }, inTime)
          }
          const ends = { signal, deadline: AbortSignal.timeout(turnTimeoutMs) }
          const found = await inTurn(deps, accountId, email, find, ends)
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
