import type { Step } from '../../../engine/message'
import { dropStyleBlocks } from '../../../engine/drop-style-blocks'

/** EB#90, 2021-03: 16 KB of styles in all (8 KB until January 2017). */
const maxStyleBytes = 16 * 1024

/** Drops the style block that passes the limit, and every later one. */
export const limitStyleSize: Step = (message) => {
  let bytes = 0
  dropStyleBlocks(message, ({ css }) => {
    bytes += Buffer.byteLength(css)
    return bytes <= maxStyleBytes ? null : { rule: 'style-over-16-kb', source: 'email-bugs 90, 2021-03-02' }
  })
}
