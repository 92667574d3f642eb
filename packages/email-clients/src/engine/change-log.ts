import type { ChangedPart, JudgeChange, Judgement } from './changed-part'
import type { Change } from './emulated-document'

/** Only a hostile email has more; the rest is counted by rule, with `what: 'others'`. */
const maxDistinctChanges = 500
const maxNameLength = 80
/** Beyond them a change is counted with the first place of its kind. */
const maxPlaces = 5_000
/** Changes beyond them are judged by rule and what alone. */
const maxParts = 5_000

export interface ChangeLogOptions {
  /** Changes that steps leave out if they can, to measure their effect (ADR 53, 60). */
  leavesOut?: (change: Pick<Change, 'rule' | 'what' | 'where'>) => boolean
  /** A change in several places is listed for each of them. Default: once, with the first place. */
  listsPlaces?: boolean
}

export type ChangeKind = Pick<Change, 'rule' | 'what' | 'source'>

interface ChangeAtPlaces extends ChangeKind {
  places: { where: Change['where']; count: number; part: ChangedPart | null }[]
}

export class ChangeLog {
  readonly #kinds = new Set<string>()
  readonly #changes = new Map<string, ChangeAtPlaces>()
  #partsLeft = maxParts

  /** `located`: false if the HTML was made from plain text. */
  constructor(
    private readonly located: boolean,
    private readonly options: ChangeLogOptions = {},
  ) {}

  /**
   * Returns whether to make the change: false if `leavesOut` names it. Steps that cannot do without their change ignore
   * the answer.
   */
  record(
    { rule, source, ...kind }: ChangeKind,
    place: Change['where'],
    count = 1,
    part: ChangedPart | null = null,
  ): boolean {
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
    const change = this.#changes.get(key) ?? { rule, what, source, places: [] }
    this.#changes.set(key, change)
    this.#add(change, where, count, this.#partsLeft > 0 ? part : null)
    return true
  }

  /** A change in several places is listed once for each effect, with its first place. */
  list(judge: JudgeChange = () => ({})): Change[] {
    return [...this.#changes.values()].flatMap(({ rule, what, source, places }) => {
      const byEffect = new Map<Change['effect'], Change>()
      for (const { where, count, part } of places) {
        const judgement = part ? judge({ rule, what }, part) : {}
        const change = byEffect.get(judgement.effect)
        if (change) addPlace(change, { where, count, judgement })
        else byEffect.set(judgement.effect, { rule, what, where, count, source, ...judgement })
      }
      return [...byEffect.values()]
    })
  }

  #add({ places }: ChangeAtPlaces, where: Change['where'], count: number, part: ChangedPart | null): void {
    const [first] = places
    if (part) {
      this.#partsLeft -= 1
      places.push({ where, count, part })
    } else if (first && !first.part) {
      first.count += count
      if (isBefore(where, first.where)) first.where = where
    } else places.unshift({ where, count, part })
  }
}

/** Names the first place where advice is left to be followed, or else the first. */
function addPlace(
  change: Change,
  { where, count, judgement }: { where: Change['where']; count: number; judgement: Judgement },
): void {
  change.count += count
  if (!judgement.isSettled) delete change.isSettled
  const isFollowed = judgement.instead === null
  const isFirstUnfollowed = change.instead === null && !isFollowed
  if (isFirstUnfollowed) delete change.instead
  const isComparable = isFollowed === (change.instead === null)
  if (isFirstUnfollowed || (isComparable && isBefore(where, change.where))) change.where = where
}

function isBefore(candidate: Change['where'], known: Change['where']): boolean {
  if (!candidate || !known) return false
  return candidate.line < known.line || (candidate.line === known.line && candidate.column < known.column)
}
