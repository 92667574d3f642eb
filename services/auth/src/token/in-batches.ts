import { isDatabaseUnavailable, Prisma } from '@pas/db/database'
import { asProcess } from '@pas/runtime/caller'
import DataLoader from 'dataloader'

/** All inputs wait for the batch's statement, which takes longer for more of them. */
const maxBatchSize = 50

/** A batch blocks the next for this time at most: it may wait for a row lock, or a database that does not answer. */
const maxBlockingMs = 1_000

/** Hides the length of a batch's arrays from Postgres's planner, which would otherwise plan each batch anew. */
export const planOnce = Prisma.sql`OFFSET 0`

/**
 * Inputs that come while a batch is under way form the next batch: a quiet process does not wait, and a busy one shares
 * statements and commits. `work` keeps the order, and is all or nothing: when a batch fails, each of its inputs is
 * tried alone.
 */
export function inBatches<Input, Output>(
  work: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  const waitingStarts: (() => void)[] = []
  let underWay: readonly Input[] | null = null
  const startNext = (): void => {
    if (!underWay) waitingStarts.shift()?.()
  }
  const loader = new DataLoader<Input, Output>(
    async (inputs) => {
      underWay = inputs
      const letNextStart = (): void => {
        // The timer has let the next batch start already.
        if (underWay !== inputs) return
        underWay = null
        startNext()
      }
      const timer = setTimeout(letNextStart, maxBlockingMs)
      try {
        // `await` runs the statement here: Prisma's promises run when they are awaited.
        return await asProcess(async () => await work(inputs))
      } catch (error) {
        if (inputs.length === 1 || isDatabaseUnavailable(error)) throw error
        return await Promise.all(inputs.map((input) => runAlone(work, input)))
      } finally {
        clearTimeout(timer)
        letNextStart()
      }
    },
    {
      cache: false,
      maxBatchSize,
      batchScheduleFn: (start) => {
        waitingStarts.push(start)
        // setImmediate runs after the sockets were read, so that all requests that have arrived so far share the batch.
        setImmediate(startNext)
      },
    },
  )
  return (input) => loader.load(input)
}

async function runAlone<Input, Output>(
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
