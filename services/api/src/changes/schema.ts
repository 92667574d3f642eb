import type { changesBody, changesOfClientsBody } from '@pas/api-contract/changes'
import type { EmailClient } from '@pas/email-clients/email-client'
import { findSourceUrl } from '@pas/email-clients/sources/cited-sources'
import { invalidField } from '@pas/runtime/errors'
import type { z } from 'zod'
import { requireEmailClient } from '../previews/schema'
import type { ChangeOfClients, ChangeOfConfigurations } from '@pas/email-clients/effects/changes-of-clients'

/** Usually as many can be emulated within the time of a request. */
export const maxClientsOfChanges = 50

const changeResponse = ({
  change,
  boxes,
}: Pick<ChangeOfConfigurations, 'change' | 'boxes'>): z.output<typeof changesBody>[number] => {
  const { rule, what, where, count, source, effect, basis, instead } = change
  return {
    rule,
    what,
    where,
    count,
    source,
    source_url: findSourceUrl(source),
    effect,
    basis,
    boxes,
    instead,
  }
}

export const changesResponse = (
  changes: readonly Pick<ChangeOfConfigurations, 'change' | 'boxes'>[],
): z.output<typeof changesBody> => changes.map(changeResponse)

export const changesOfClientsResponse = (
  changes: readonly ChangeOfClients[],
): z.output<typeof changesOfClientsBody> =>
  changes.map(({ boxes, clients, ...change }) => ({ ...changeResponse({ change, boxes }), clients }))

/** Reads `?client=A&client=B`. Throws a 400 for none, too many, or an unknown one. */
export function parseChangesQuery(query: Readonly<Record<string, unknown>>): EmailClient[] {
  const names = query.client === undefined ? [] : [query.client].flat()
  if (names.length < 1 || names.length > maxClientsOfChanges) {
    const message = `must be given 1 to ${maxClientsOfChanges} times: client=OL2016&client=CHROMEGMAILNEW`
    throw invalidField(`client ${message}.`, { field: 'client', message, code: 'out_of_range' })
  }
  const emailClients = names.map((name) => requireEmailClient(typeof name === 'string' ? name : ''))
  return [...new Set(emailClients)]
}
