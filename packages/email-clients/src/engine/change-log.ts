import type { Change } from './emulated-document'
import type { EmulateOptions } from './profile'

/** Only a hostile email has more; the rest is counted by rule, with `what: 'others'`. */
const maxDistinctChanges = 500
const maxNameLength = 80
/** Beyond them a change is counted with the first place of its kind. */
const maxPlaces = 5_000

export type ChangeKind = Pick<Change, 'rule' | 'what' | 'source'>

export class ChangeLog {
  readonly #kinds = new Set<string>()
  readonly #changes = new Map<string, Change>()

  /** `located`: false if the HTML was made from plain text. The options: see `EmulateOptions`. */
  constructor(
    private readonly located: boolean,
    private readonly options: Pick<EmulateOptions, 'leavesOut' | 'listsPlaces'> = {},
  ) {}

  /**
   * Returns whether to make the change: false if `leavesOut` names it. Steps that cannot do without their change ignore
   * the answer.
   */
  record({ rule, source, ...kind }: ChangeKind, place: Change['where'], count = 1): boolean {
    let what = kind.what.length > maxNameLength ? `${kind.what.slice(0, maxNameLength)}…` : kind.what
    const where = this.located ? place : null
    if (this.options.leavesOut?.({ rule, what, where })) return false
    let key = `${rule}\n${what}`
    if (!this.#kinds.has(key) && this.#kinds.size >= maxDistinctChanges) {
      what = 'others'
      key = `${rule}\n${what}`
    }
    this.#kinds.add(key)
    if (this.options.listsPlaces && where && this.#changes.size < maxPlaces)
      key += `\n${where.line}:${where.column}`
    const change = this.#changes.get(key)
    if (change) {
      change.count += count
      if (isBefore(where, change.where)) change.where = where
    } else this.#changes.set(key, { rule, what, where, count, source })
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
