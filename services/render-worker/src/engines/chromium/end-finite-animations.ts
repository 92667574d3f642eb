import { readProgram } from '../read-program'
import type { LoadedPage } from './prepared-page'

/** Matches the HTML of a document that may have an animation, its own or of a linked style sheet. */
const mayMove = /animat|keyframes|transition|<link|@import/i

/** JavaScript for a page whose animations stand at their start: it moves each finite one to its end. */
export const endFiniteAnimationsSource = readProgram('end-finite-animations')

/**
 * Ends finite animations, in an isolated world, where the page cannot replace the functions we call. The page's own
 * scripts stay off.
 */
export async function endFiniteAnimations({ session, worldId }: LoadedPage, html: string): Promise<void> {
  if (!mayMove.test(html)) return
  await session.send('Runtime.evaluate', {
    expression: endFiniteAnimationsSource,
    contextId: worldId,
    silent: true,
  })
}
