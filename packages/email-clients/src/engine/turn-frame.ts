import type { Orientation } from '../email-client'
import type { Frame } from './emulated-document'

/** Returns the frame of a phone or tablet in an orientation. `upright` is its frame in portrait. */
export function turnFrame(upright: Frame, orientation: Orientation): Frame {
  if (orientation === 'vertical') return upright
  return { ...upright, width: upright.height, height: upright.width }
}
