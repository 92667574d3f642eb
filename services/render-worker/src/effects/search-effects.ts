/** A change that may be seen. */
export interface Candidate {
  /** Those of one kind stand together, so that a half is often seen or unseen as a whole. */
  kind: string
  /** Where it is made: of one element, one seen change is enough to know first. */
  element: string
  /** What matters most has 0: the pictures may not suffice for all. */
  priority: number
}

interface Group {
  changes: number[]
  priority: number
  /** The picture differs without this group or the one before it. */
  isSecondHalf: boolean
}

/** Which changes are seen, by their indexes. Plain data, so that another job can go on. */
export interface Search {
  seen: number[]
  unseen: number[]
  /** To be left out together; the first is next. */
  groups: Group[]
  /** Groups of the present priority. */
  judged: { same: number; different: number }
}

/** If more groups differ, halving on needs more pictures than leaving out each kind alone. */
const manyDiffer = 0.7
const leastGroups = 4
/** Halving a group of so many kinds, or changes of one kind, saves no picture unless nearly all of it is unseen. */
const smallGroup = 8

export function startSearch(candidates: readonly Candidate[]): Search {
  const byPriority = new Map<number, number[]>()
  for (const [change, { priority }] of candidates.entries())
    byPriority.set(priority, [...(byPriority.get(priority) ?? []), change])
  const groups = [...byPriority]
    .sort(([one], [other]) => one - other)
    .map(([priority, changes]) => ({
      changes: changes.sort((one, other) => compareKinds(candidates, one, other)),
      priority,
      isSecondHalf: false,
    }))
  return { seen: [], unseen: [], groups, judged: { same: 0, different: 0 } }
}

export const nextGroup = ({ groups }: Search): readonly number[] | null => groups[0]?.changes ?? null

/** Whether the picture differs without `nextGroup`. A change is `seen` only when it was left out alone. */
export function recordVerdict(search: Search, candidates: readonly Candidate[], isDifferent: boolean): void {
  const { seen, unseen, judged } = search
  const [group, ...others] = search.groups
  if (!group) throw new Error('there is no group to judge')
  const { changes, priority } = group
  const isPresent = (other: Group): boolean => other.priority === priority
  let present = others.filter(isPresent)
  if (!isDifferent) {
    unseen.push(...changes)
    const [second] = present
    if (second?.isSecondHalf && !group.isSecondHalf && second.changes.length > 1)
      present = [...present.slice(1), ...split(second, candidates)]
  } else if (changes.length === 1) seen.push(...changes)
  else present.push(...split(group, candidates))
  judged[isDifferent ? 'different' : 'same'] += 1
  const count = judged.same + judged.different
  if (count >= leastGroups && judged.different / count >= manyDiffer)
    present = present.flatMap((other) => broken(other, candidates))
  const isSingle = (other: Group): boolean => other.changes.length === 1
  const singles = present.filter(isSingle).flatMap((other) => other.changes)
  search.groups = [
    ...present.filter((other) => !isSingle(other)),
    ...oneByOne(singles, priority, candidates),
    ...others.filter((other) => !isPresent(other)),
  ]
  if (present.length === 0) search.judged = { same: 0, different: 0 }
}

/** Into its kinds, or halves of them; a group of one kind into its changes, or halves of them. */
function split(group: Group, candidates: readonly Candidate[]): Group[] {
  const { changes, priority } = group
  const kinds = kindsOf(group, candidates)
  const parts = kinds.length > 1 ? kinds.map((kind) => kind.changes) : changes.map((change) => [change])
  if (parts.length <= smallGroup)
    return parts.map((part) => ({ changes: part, priority, isSecondHalf: false }))
  const middle = Math.ceil(parts.length / 2)
  return [
    { changes: parts.slice(0, middle).flat(), priority, isSecondHalf: false },
    { changes: parts.slice(middle).flat(), priority, isSecondHalf: true },
  ]
}

/** Into its kinds; a part of a kind into its changes. */
function broken(group: Group, candidates: readonly Candidate[]): Group[] {
  const kinds = kindsOf(group, candidates)
  const [first = -1] = group.changes
  const ofKind = candidates.filter(
    ({ kind, priority }) => kind === candidates[first]?.kind && priority === group.priority,
  )
  const isPart = kinds.length === 1 && group.changes.length < ofKind.length
  return isPart
    ? group.changes.map((change) => ({ ...group, changes: [change], isSecondHalf: false }))
    : kinds
}

/** Of each kind one group. */
function kindsOf({ changes, priority }: Group, candidates: readonly Candidate[]): Group[] {
  const kinds = new Map<string, number[]>()
  for (const change of changes) {
    const kind = candidates[change]?.kind ?? ''
    kinds.set(kind, [...(kinds.get(kind) ?? []), change])
  }
  return [...kinds.values()].map((ofKind) => ({ changes: ofKind, priority, isSecondHalf: false }))
}

/** First changes of kinds and elements of which none was taken yet. */
function oneByOne(changes: readonly number[], priority: number, candidates: readonly Candidate[]): Group[] {
  const counts = new Map<string, number>()
  const countOf = (key: string): number => {
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count
  }
  return changes
    .map((change) => {
      const { kind = '', element = '' } = candidates[change] ?? {}
      return { change, ordinal: countOf(`kind ${kind}`) + countOf(`element ${element}`) }
    })
    .sort((one, other) => one.ordinal - other.ordinal)
    .map(({ change }) => ({ changes: [change], priority, isSecondHalf: false }))
}

function compareKinds(candidates: readonly Candidate[], one: number, other: number): number {
  const [first = '', second = ''] = [candidates[one]?.kind, candidates[other]?.kind]
  return first === second ? one - other : first < second ? -1 : 1
}
