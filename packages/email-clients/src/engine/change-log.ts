import type { Change } from './emulated-document'

/** Maximum distinct changes. Only a hostile email has more; those are counted by their rule, with `what: 'others'`. */
const maxDistinctChanges = 500
const maxNameLength = 80

/** What a rule did, without place and count. */
export type ChangeKind = Pick<Change, 'rule' | 'what' | 'source'>

/** Collects what the steps of one emulation changed. Equal changes are counted once, with the place of the first. */
export class ChangeLog {
  readonly #changes = new Map<string, Change>()

  /** @param located false if the parsed HTML is not the HTML as sent, because it was made from plain text */
  constructor(private readonly located: boolean) {}

  record(kind: ChangeKind, where: Change['where'], count = 1): void {
    const what = kind.what.length > maxNameLength ? `${kind.what.slice(0, maxNameLength)}…` : kind.what
    let key = `${kind.rule}\n${what}`
    let change = this.#changes.get(key)
    if (!change && this.#changes.size >= maxDistinctChanges) {
      key = kind.rule
      change = this.#changes.get(key)
    }
    if (change) {
      change.count += count
      if (isBefore(where, change.where)) change.where = where
      return
    }
    this.#changes.set(key, {
      rule: kind.rule,
      what: key === kind.rule ? 'others' : what,
      where: this.located ? where : null,
      count,
      source: kind.source,
    })
  }

  /** The changes, in the order in which each first happened. */
  list(): Change[] {
    return [...this.#changes.values()]
  }
}

function isBefore(candidate: Change['where'], known: Change['where']): boolean {
  if (!candidate || !known) return false
  return candidate.line < known.line || (candidate.line === known.line && candidate.column < known.column)
}
