import type { Step } from '../../../engine/message'
import { dropStyleBlocks } from '../../../engine/drop-style-blocks'

/** Removes all `<style>` of a clipped message, as Gmail's view of it does (email-bugs 56, 2019-02). */
export const dropStylesOfClippedMessage: Step = (message) => {
  if (!message.clipped) return
  dropStyleBlocks(message, () => ({ rule: 'style-lost-by-clipping', source: 'email-bugs 56, 2019-02-11' }))
}
