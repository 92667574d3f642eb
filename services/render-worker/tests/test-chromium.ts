import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Picture } from '../src/engines/engine'
import type { RecycleLimits } from '../src/engines/supervised/engine-run'
import { startTestEngine, type TestEngine } from './test-engine'

export { desktopFrame } from './test-engine'
export type TestChromium = TestEngine

export const startTestChromium = (recycle?: Partial<RecycleLimits>): Promise<TestEngine> =>
  startTestEngine('chromium', recycle)

/** The colour of one pixel as `#rrggbb`. */
export async function pixel({ png }: Picture, x: number, y: number): Promise<string> {
  const { data } = await sharp(png)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `#${data.toString('hex')}`
}

/** Ids of the processes in these groups, zombies included. */
export function pidsIn(processGroupIds: readonly number[]): number[] {
  return readdirSync('/proc')
    .filter((pid) => {
      if (!/^\d+$/.test(pid)) return false
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return processGroupIds.includes(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]))
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Number of processes in these groups, zombies included. */
export const processesIn = (processGroupIds: readonly number[]): number => pidsIn(processGroupIds).length

/** Polls until the condition holds; only the test's own timeout ends it otherwise. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20))
}
