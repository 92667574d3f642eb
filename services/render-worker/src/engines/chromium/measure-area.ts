import type { Area } from '../picture-area'
import type { CdpSession } from './cdp-connection'

/** The border box of an element, or the whole page for null, outwards to whole pixels; never empty. */
export async function measureArea(session: CdpSession, elementId: number | null): Promise<Area> {
  if (elementId === null) {
    const { cssContentSize } = await session.send('Page.getLayoutMetrics')
    return wholePixels(0, 0, cssContentSize.width, cssContentSize.height)
  }
  const { model } = await session.send('DOM.getBoxModel', { nodeId: elementId })
  // Four corners, clockwise, as x, y pairs: a transformed box has no upright ones.
  const xs = model.border.filter((_length, index) => index % 2 === 0)
  const ys = model.border.filter((_length, index) => index % 2 === 1)
  return wholePixels(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys))
}

function wholePixels(left: number, top: number, right: number, bottom: number): Area {
  const x = Math.max(0, Math.floor(left))
  const y = Math.max(0, Math.floor(top))
  return { x, y, width: Math.max(1, Math.ceil(right) - x), height: Math.max(1, Math.ceil(bottom) - y) }
}
