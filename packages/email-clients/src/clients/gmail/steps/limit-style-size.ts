import type { Step } from '../../../engine/message'
import { dropStyleBlocks } from '../../../engine/drop-style-blocks'

/**
 * All style blocks together: 16 KB since January 2017, 8 KB until then (email-bugs 90, 2021-03), also in the app
 * (adobe/aem-core-email-components 211, 2022-09).
 */
export const maxStyleBytes = 16 * 1024

/** Removes the style block that exceeds the limit, and all later ones. */
export const limitStyleSize: Step = (message) => {
  let bytes = 0
  const source = 'email-bugs 90, 2021-03-02; adobe/aem-core-email-components 211, 2022-09-02'
  dropStyleBlocks(message, ({ css }) => {
    bytes += Buffer.byteLength(css)
    return bytes <= maxStyleBytes ? null : { rule: 'style-over-16-kb', source }
  })
}
