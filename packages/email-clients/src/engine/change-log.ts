import type { Change } from './emulated-document'

/** Maximum distinct changes. Only a hostile email has more; those are counted by their rule, with `what: 'others'`. */
const maxDistinctChanges = 500
const maxNameLength = 80

/** What a rule did, without place and count. */
export type ChangeKind = Pick<Change, 'rule' | 'what' | 'source'>

/** Collects what the steps of one emulation changed. Equal changes are counted once, with the place of the first. */
export class ChangeLog {
  readonly #changes = new Map<string, Change>()

  /**
   * @param located false if the parsed HTML is not the HTML as sent, because it was made from plain text
   * @param leavesOut see `EmulateOptions`
   */
  constructor(
    private readonly located: boolean,
    private readonly leavesOut: (change: Pick<Change, 'rule' | 'what'>) => boolean = () => false,
  ) {}

  /**
   * Counts a change. Returns whether the step is to make it: false for one that `leavesOut` names, which is not counted.
   * Steps that cannot do without their change ignore the answer.
   */
  record(kind: ChangeKind, where: Change['where'], count = 1): boolean {
    const what = kind.what.length > maxNameLength ? `${kind.what.slice(0, maxNameLength)}…` : kind.what
    if (this.leavesOut({ rule: kind.rule, what })) return false
    let key = `${kind.rule}\n${what}`
    let change = this.#changes.get(key)
    if (!change && this.#changes.size >= maxDistinctChanges) {
      key = kind.rule
      change = this.#changes.get(key)
    }
    if (change) {
      change.count += count
      if (isBefore(where, change.where)) change.where = where
      return true
    }
    this.#changes.set(key, {
      rule: kind.rule,
      what: key === kind.rule ? 'others' : what,
      where: this.located ? where : null,
      count,
      source: kind.source,
    })
    return true
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
