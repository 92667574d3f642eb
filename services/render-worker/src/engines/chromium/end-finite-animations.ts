import type { LoadedPage } from './prepared-page'

/**
 * A document whose HTML matches none of these has no animation, neither in its own styles nor in a style sheet that it
 * links.
 */
const mayMove = /animat|keyframes|transition|<link|@import/i

/**
 * JavaScript for a page whose animations have a playback rate of 0 and so stand at their start. That is right for
 * endless animations, but would hide a message that fades in: this script moves each finite animation to its end.
 */
export const endFiniteAnimationsSource = `for (const animation of Document.prototype.getAnimations.call(document)) {
  if (Number.isFinite(animation.effect.getComputedTiming().endTime)) animation.finish()
}
for (const svg of Document.prototype.querySelectorAll.call(document, 'svg')) {
  SVGSVGElement.prototype.pauseAnimations.call(svg)
  SVGSVGElement.prototype.setCurrentTime.call(svg, 0)
}`

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
    timeout: 1_000,
  })
}
