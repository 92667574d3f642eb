import sharp from 'sharp'
import type { Picture } from '../src/engines/engine'
import type { EngineLimits } from '../src/engines/supervised/engine-run'
import { startTestEngine, type TestEngine } from './test-engine'

export { desktopFrame } from './test-engine'
export type TestChromium = TestEngine

export const startTestChromium = (engineLimits?: Partial<EngineLimits>): Promise<TestEngine> =>
  startTestEngine('chromium', engineLimits)

const decode = (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
const decoded = new WeakMap<Buffer, ReturnType<typeof decode>>()

/** The colour of one pixel as `#rrggbb`. */
export async function pixel({ png }: Picture, x: number, y: number): Promise<string> {
  const decoding = decoded.get(png) ?? decode(png)
  decoded.set(png, decoding)
  const { data, info } = await decoding
  if (x >= info.width || y >= info.height) throw new Error(`(${x}, ${y}) is outside of the picture`)
  const at = (y * info.width + x) * info.channels
  return `#${data.toString('hex', at, at + info.channels)}`
}
