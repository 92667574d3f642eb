/** Codes that an audit row names of those that were added, and of those that were removed: the trail only grows. */
const maxNamed = 10

/** What an audit row says of a changed list of email clients: their number, how many came and went, and the first of these. */
export function emailClientsChange(before: readonly string[], after: readonly string[]) {
  const [old, current] = [new Set(before), new Set(after)]
  const added = [...current].filter((code) => !old.has(code)).sort()
  const removed = [...old].filter((code) => !current.has(code)).sort()
  return {
    email_clients: current.size,
    added: added.length,
    removed: removed.length,
    added_codes: added.slice(0, maxNamed),
    removed_codes: removed.slice(0, maxNamed),
  }
}
