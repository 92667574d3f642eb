import sharp from 'sharp'
import type { Picture } from '../src/engines/engine'
import type { EngineLimits } from '../src/engines/supervised/engine-run'
import { startTestEngine, type TestEngine } from './test-engine'

export { desktopFrame } from './test-engine'
export type TestChromium = TestEngine

export const startTestChromium = (engineLimits?: Partial<EngineLimits>): Promise<TestEngine> =>
  startTestEngine('chromium', engineLimits)

/** The colour of one pixel as `#rrggbb`. */
export async function pixel({ png }: Picture, x: number, y: number): Promise<string> {
  const { data } = await sharp(png)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `#${data.toString('hex')}`
}
