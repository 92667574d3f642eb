import { perSecond } from '@pas/testing/measure'
import type { Stack } from '@pas/testing/open-stack'

const warmUps = 20
const measured = 60

/** New previews a second, two at a time. Rejects unless each is answered with 301. */
export async function measureCapacity(
  stack: Pick<Stack, 'ask'>,
  nextPreview: () => { path: string },
): Promise<number> {
  const closedLoop = (count: number): Promise<number> =>
    perSecond(count, 2, async () => {
      const { status } = await stack.ask(nextPreview().path)
      if (status !== 301) throw new Error(`a new preview was answered with ${status}`)
    })
  await closedLoop(warmUps)
  return closedLoop(measured)
}
