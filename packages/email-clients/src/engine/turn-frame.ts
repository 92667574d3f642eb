import type { Orientation } from '../email-client'
import type { Frame } from './emulated-document'

/** The frame of a phone or tablet, given as it is held upright, in the orientation asked for. */
export function turnFrame(upright: Frame, orientation: Orientation): Frame {
  if (orientation === 'vertical') return upright
  return { ...upright, width: upright.height, height: upright.width }
}
