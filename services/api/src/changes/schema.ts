import type { changesBody, changesOfClientsBody } from '@pas/api-contract/changes'
import type { EmailClient } from '@pas/email-clients/email-client'
import { findSourceUrl } from '@pas/email-clients/sources/cited-sources'
import { invalidField } from '@pas/runtime/errors'
import type { z } from 'zod'
import { requireEmailClient } from '../previews/schema'
import type { ChangeOfClients, ListedChange } from '@pas/email-clients/effects/changes-of-clients'

const changeResponse = ({
  rule,
  what,
  where,
  count,
  source,
  effect,
  instead,
}: ListedChange): z.output<typeof changesBody>[number] => ({
  rule,
  what,
  where,
  count,
  source,
  source_url: findSourceUrl(source),
  effect,
  instead,
})

/** The wire form of an email's changes, with the address of each source. */
export const changesResponse = (changes: readonly ListedChange[]): z.output<typeof changesBody> =>
  changes.map(changeResponse)

/** The wire form of the changes of several email clients, `changesOfClientsBody`. */
export const changesOfClientsResponse = (
  changes: readonly ChangeOfClients[],
): z.output<typeof changesOfClientsBody> =>
  changes.map((change) => ({ ...changeResponse(change), clients: change.clients }))

/** Maximum of email clients in one request, so that all are usually emulated within its time. */
export const maxClientsOfChanges = 50

/** The email clients of `?client=A&client=B`. Throws a 400 without any, with too many, or that names an unknown one. */
export function parseChangesQuery(query: Readonly<Record<string, unknown>>): EmailClient[] {
  const names = query.client === undefined ? [] : [query.client].flat()
  if (names.length < 1 || names.length > maxClientsOfChanges) {
    const message = `must be given 1 to ${maxClientsOfChanges} times: client=OL2016&client=CHROMEGMAILNEW`
    throw invalidField(`client ${message}.`, { field: 'client', message, code: 'out_of_range' })
  }
  const emailClients = names.map((name) => requireEmailClient(typeof name === 'string' ? name : ''))
  return [...new Set(emailClients)]
}
