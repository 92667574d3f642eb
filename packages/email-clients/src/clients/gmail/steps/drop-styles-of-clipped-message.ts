import type { Step } from '../../../engine/message'
import { dropStyleBlocks } from '../../../engine/drop-style-blocks'

/** EB#56, 2019-02: Gmail's view of a clipped message has no `<style>`; style attributes stay. */
export const dropStylesOfClippedMessage: Step = (message) => {
  if (!message.clipped) return
  dropStyleBlocks(message, () => ({ rule: 'style-lost-by-clipping', source: 'email-bugs 56, 2019-02-11' }))
}
