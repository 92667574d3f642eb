import type { ChangeOfClients } from '@pas/email-clients/effects/changes-of-clients'

/** What email clients do more often to the head than to the base, and less often. `count` is by how much. */
export interface ComparedChanges {
  began: ChangeOfClients[]
  ended: ChangeOfClients[]
}

/** A change is the same wherever it stands: lines move from version to version. */
export const compareChanges = (
  base: readonly ChangeOfClients[],
  head: readonly ChangeOfClients[],
): ComparedChanges => ({ began: surplus(head, base), ended: surplus(base, head) })

function surplus(changes: readonly ChangeOfClients[], others: readonly ChangeOfClients[]): ChangeOfClients[] {
  const counts = new Map<string, number>()
  for (const { clients, count, ...change } of others)
    for (const client of clients) {
      const key = keyOf(client, change)
      counts.set(key, (counts.get(key) ?? 0) + count)
    }
  return changes.flatMap((change) => {
    const clientsBySurplus = new Map<number, string[]>()
    for (const client of change.clients) {
      const key = keyOf(client, change)
      const left = counts.get(key) ?? 0
      // A client has several rows of one change when their sources or effects differ.
      counts.set(key, Math.max(0, left - change.count))
      const more = change.count - left
      if (more > 0) clientsBySurplus.set(more, [...(clientsBySurplus.get(more) ?? []), client])
    }
    return [...clientsBySurplus].map(([count, clients]) => ({ ...change, count, clients }))
  })
}

const keyOf = (client: string, { rule, what }: Pick<ChangeOfClients, 'rule' | 'what'>): string =>
  JSON.stringify([client, rule, what])
