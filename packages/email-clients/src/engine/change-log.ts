import type { Change } from './emulated-document'

/** Only a hostile email has more; the rest is counted by rule, with `what: 'others'`. */
const maxDistinctChanges = 500
const maxNameLength = 80

export type ChangeKind = Pick<Change, 'rule' | 'what' | 'source'>

export class ChangeLog {
  readonly #changes = new Map<string, Change>()

  /** `located`: false if the HTML was made from plain text. `leavesOut`: see `EmulateOptions`. */
  constructor(
    private readonly located: boolean,
    private readonly leavesOut: (change: Pick<Change, 'rule' | 'what'>) => boolean = () => false,
  ) {}

  /**
   * Returns whether to make the change: false if `leavesOut` names it. Steps that cannot do without their change ignore
   * the answer.
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

  list(): Change[] {
    return [...this.#changes.values()]
  }
}

function isBefore(candidate: Change['where'], known: Change['where']): boolean {
  if (!candidate || !known) return false
  return candidate.line < known.line || (candidate.line === known.line && candidate.column < known.column)
}
