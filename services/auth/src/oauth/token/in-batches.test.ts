import { inBatches } from './in-batches'

/** Work that ends when a test says so: each batch is added to `batches`, and ends when the test calls its `end`. */
function heldWork() {
  const batches: { inputs: readonly string[]; end: (outcome?: Error) => void }[] = []
  let announce: (() => void) | null = null
  const work = (inputs: readonly string[]): Promise<string[]> =>
    new Promise((resolve, reject) => {
      const end = (outcome?: Error): void => {
        if (outcome) reject(outcome)
        else resolve(inputs.map((input) => `done ${input}`))
      }
      batches.push({ inputs, end })
      announce?.()
    })
  const untilStarted = async (count: number): Promise<void> => {
    while (batches.length < count) {
      await new Promise<void>((resolve) => {
        announce = resolve
      })
    }
  }
  return { batches, work, untilStarted }
}

describe('work in batches', () => {
  it('starts at once, and gathers inputs that come meanwhile into the next batch', async () => {
    const { batches, work, untilStarted } = heldWork()
    const once = inBatches(work)
    const answers = [once('a')]
    await untilStarted(1)
    answers.push(once('b'), once('c'))
    await new Promise(setImmediate)
    expect(batches).toHaveLength(1)
    batches[0]?.end()
    await untilStarted(2)
    answers.push(once('d'))
    batches[1]?.end()
    await untilStarted(3)
    batches[2]?.end()
    expect(await Promise.all(answers)).toEqual(['done a', 'done b', 'done c', 'done d'])
    expect(batches.map(({ inputs }) => inputs)).toEqual([['a'], ['b', 'c'], ['d']])
  })

  it('takes at most fifty inputs in a batch, and the next fifty after them', async () => {
    const { batches, work, untilStarted } = heldWork()
    const once = inBatches(work)
    const answers = Array.from({ length: 120 }, (_, index) => once(String(index)))
    for (const started of [1, 2, 3]) {
      await untilStarted(started)
      expect(batches).toHaveLength(started)
      batches[started - 1]?.end()
    }
    expect((await Promise.all(answers)).at(-1)).toBe('done 119')
    expect(batches.map(({ inputs }) => inputs.length)).toEqual([50, 50, 20])
  })

  it('tries each input alone when a batch fails, so that only the input at fault fails', async () => {
    const once = inBatches((inputs: readonly string[]) =>
      inputs.includes('bad') ? Promise.reject(new Error('poisoned')) : Promise.resolve(inputs),
    )
    const settled = await Promise.allSettled([once('a'), once('bad'), once('b')])
    expect(settled).toEqual([
      { status: 'fulfilled', value: 'a' },
      { status: 'rejected', reason: new Error('poisoned') },
      { status: 'fulfilled', value: 'b' },
    ])
    expect(await once('after')).toBe('after')
  })

  it('does not try each input alone when the database is away', async () => {
    const { batches, work, untilStarted } = heldWork()
    const once = inBatches(work)
    const answers = Promise.allSettled([once('a'), once('b')])
    await untilStarted(1)
    batches[0]?.end(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(batches).toHaveLength(1)
  })
})
