interface Group {
  changes: number[]
  /** The picture differs without this group or the one before it. */
  isSecondHalf: boolean
}

/** Which changes are seen, by their indexes. Plain data, so that another job can go on. */
export interface Search {
  seen: number[]
  unseen: number[]
  /** To be left out together; the first is next. */
  groups: Group[]
  judged: { same: number; different: number }
}

/** If more groups differ, halving on needs more pictures than leaving out each change alone. */
const manyDiffer = 0.7
const leastGroups = 4
/** Halving such a group saves no picture unless nearly all of it is unseen. */
const smallGroup = 8

/**
 * `kinds` has the kind of each change: those of one kind stand together, so that a half is often seen or unseen as a
 * whole. `isDoubted`: changes of which an older measurement says that they are seen.
 */
export function startSearch(kinds: readonly string[], isDoubted: (change: number) => boolean): Search {
  const byKind = [...kinds.keys()].sort((one, other) => compare(kinds[one], kinds[other]) || one - other)
  const groups = [byKind.filter(isDoubted), byKind.filter((change) => !isDoubted(change))]
  return {
    seen: [],
    unseen: [],
    groups: groups.filter(({ length }) => length > 0).map((changes) => ({ changes, isSecondHalf: false })),
    judged: { same: 0, different: 0 },
  }
}

export const nextGroup = ({ groups }: Search): readonly number[] | null => groups[0]?.changes ?? null

/** Whether the picture differs without `nextGroup`. A change is `seen` only when it was left out alone. */
export function recordVerdict(search: Search, kinds: readonly string[], isDifferent: boolean): void {
  const { seen, unseen, groups, judged } = search
  const group = groups.shift()
  if (!group) throw new Error('there is no group to judge')
  const { changes } = group
  if (!isDifferent) {
    unseen.push(...changes)
    const [other] = groups
    if (other?.isSecondHalf && !group.isSecondHalf && other.changes.length > 1) {
      groups.shift()
      groups.push(...split(other.changes))
    }
  } else if (changes.length === 1) seen.push(...changes)
  else groups.push(...split(changes))
  if (isDifferent) judged.different += 1
  else judged.same += 1
  const count = judged.same + judged.different
  if (count >= leastGroups && judged.different / count >= manyDiffer) search.groups = oneByOne(groups, kinds)
}

function split(changes: readonly number[]): Group[] {
  if (changes.length <= smallGroup)
    return changes.map((change) => ({ changes: [change], isSecondHalf: false }))
  const middle = Math.ceil(changes.length / 2)
  return [
    { changes: changes.slice(0, middle), isSecondHalf: false },
    { changes: changes.slice(middle), isSecondHalf: true },
  ]
}

/** The first change of each kind, then the second of each, and so on: the pictures may not suffice for all. */
function oneByOne(groups: readonly Group[], kinds: readonly string[]): Group[] {
  const counts = new Map<string, number>()
  return groups
    .flatMap(({ changes }) => changes)
    .map((change) => {
      const kind = kinds[change] ?? ''
      const ordinal = counts.get(kind) ?? 0
      counts.set(kind, ordinal + 1)
      return { change, ordinal }
    })
    .sort((one, other) => one.ordinal - other.ordinal)
    .map(({ change }) => ({ changes: [change], isSecondHalf: false }))
}

const compare = (one = '', other = ''): number => (one < other ? -1 : Number(one > other))
