import { nextGroup, recordVerdict, startSearch, type Candidate, type Search } from './search-effects'

/** Leaves out groups until each change has its verdict. A group differs when one of its changes is seen. */
function run(candidates: readonly Candidate[], seen: ReadonlySet<number>) {
  const search: Search = startSearch(candidates)
  const alone = new Set<number>()
  let pictures = 0
  for (let group = nextGroup(search); group; group = nextGroup(search)) {
    pictures += 1
    const [only] = group
    if (group.length === 1 && only !== undefined) alone.add(only)
    recordVerdict(
      search,
      candidates,
      group.some((change) => seen.has(change)),
    )
  }
  return { search, pictures, alone }
}

const candidatesOf = (count: number): Candidate[] =>
  Array.from({ length: count }, (_, each) => ({
    kind: `kind ${each % 7}`,
    element: String(each % 11),
    priority: each % 3 === 2 ? 1 : 0,
  }))
const alike = (count: number): Candidate[] =>
  candidatesOf(count).map((candidate) => ({ ...candidate, priority: 0 }))

it.each([
  [0, []],
  [1, [0]],
  [30, []],
  [30, [4]],
  [64, [1, 2, 3, 60]],
  [40, alike(40).map((_, each) => each)],
  [37, [0, 5, 6, 7, 8, 20, 36]],
])('of %i changes, those that are seen were each left out alone: %j', (count, seen) => {
  const { search, alone } = run(candidatesOf(count), new Set(seen))
  expect([...search.seen].sort((one, other) => one - other)).toEqual(seen)
  expect(search.seen.every((change) => alone.has(change))).toBe(true)
  expect(search.seen.length + search.unseen.length).toBe(count)
})

it('one picture is enough when none is seen, and halves lead to the one that is', () => {
  expect(run(alike(64), new Set()).pictures).toBe(1)
  expect(run(alike(64), new Set([40])).pictures).toBeLessThanOrEqual(16)
})

it('where most are seen, few pictures are spent on groups', () => {
  const all = alike(40).map((_, each) => each)
  expect(run(alike(40), new Set(all)).pictures).toBeLessThanOrEqual(48)
})

it('leaves out one of each kind before a second of one', () => {
  const kinds = ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'c', 'c', 'c', 'c', 'c']
  const candidates = kinds.map((kind, each) => ({ kind, element: String(each), priority: 0 }))
  const search = startSearch(candidates)
  const singles: number[] = []
  for (let group = nextGroup(search); group; group = nextGroup(search)) {
    if (group.length === 1) singles.push(...group)
    recordVerdict(search, candidates, true)
  }
  expect(new Set(singles.slice(0, 4).map((each) => kinds[each]))).toEqual(new Set(['a', 'b', 'c']))
})

it('leaves out what matters most first, alone and together', () => {
  const search = startSearch([2, 0, 1, 0].map((priority) => ({ kind: 'a', element: '', priority })))
  const order: (readonly number[])[] = []
  for (let group = nextGroup(search); group; group = nextGroup(search)) {
    order.push(group)
    recordVerdict(search, [], true)
  }
  expect(order).toEqual([[1, 3], [1], [3], [2], [0]])
})
