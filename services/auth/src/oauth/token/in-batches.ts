import { isDatabaseUnavailable, Prisma } from '@pas/db/database'
import DataLoader from 'dataloader'

/** More would make one statement long, and all of them wait for it. */
const maxBatchSize = 50

/** Hundreds of times what a batch takes. One that takes longer waits for a row that somebody holds, or for a database that says nothing. */
const mostHoldingUpMs = 1_000

/**
 * Ends the subquery that names a batch's arrays, and so hides from Postgres how many there are: seeing it, it plans each batch anew, which
 * takes half as long as running it.
 */
export const planOnce = Prisma.sql`OFFSET 0`

/**
 * Turns work on many inputs, whose outputs come in the inputs' order, into a function of one. What is called while a batch is under way
 * makes up the next one, so that a quiet process waits for nothing and a busy one shares its statements and commits; a batch that takes long
 * holds the next one up for a second. `work` has to be all or nothing: when a batch fails, each of its inputs is worked on alone, so that
 * none fails because of another.
 */
export function inBatches<Input, Output>(
  work: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  const waiting: (() => void)[] = []
  let underWay: readonly Input[] | null = null
  const startNext = (): void => {
    if (!underWay) waiting.shift()?.()
  }
  const loader = new DataLoader<Input, Output>(
    async (inputs) => {
      underWay = inputs
      const letNextStart = (): void => {
        if (underWay !== inputs) return
        underWay = null
        startNext()
      }
      const timer = setTimeout(letNextStart, mostHoldingUpMs)
      try {
        return await work(inputs)
      } catch (error) {
        if (inputs.length === 1 || isDatabaseUnavailable(error)) throw error
        return await Promise.all(inputs.map((input) => alone(work, input)))
      } finally {
        clearTimeout(timer)
        letNextStart()
      }
    },
    {
      cache: false,
      maxBatchSize,
      batchScheduleFn: (start) => {
        waiting.push(start)
        // After all requests that have arrived so far were read.
        setImmediate(startNext)
      },
    },
  )
  return (input) => loader.load(input)
}

async function alone<Input, Output>(
  work: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  input: Input,
): Promise<Output | Error> {
  try {
    const [output] = await work([input])
    return output as Output
  } catch (error) {
    return error instanceof Error ? error : new Error('A batch of one failed', { cause: error })
  }
}
