import type { LoadedPage } from './prepared-page'

/** What a document must mention to be able to move: in its own text, or in a style sheet that it names. */
const mayMove = /animat|keyframes|transition|<link|@import/i

/**
 * JavaScript for a page in which time stands still, so that everything that moves is at its start: right for what moves for ever, wrong for
 * a message that fades in. This brings each animation that ends to its end.
 */
export const endFiniteAnimationsSource = `for (const animation of Document.prototype.getAnimations.call(document)) {
  if (Number.isFinite(animation.effect.getComputedTiming().endTime)) animation.finish()
}
for (const svg of Document.prototype.querySelectorAll.call(document, 'svg')) {
  SVGSVGElement.prototype.pauseAnimations.call(svg)
  SVGSVGElement.prototype.setCurrentTime.call(svg, 0)
}`

/** It runs in a world of its own, where nothing of the page's can stand in for what is called; the page's own scripts stay off. */
export async function endFiniteAnimations({ session, worldId }: LoadedPage, html: string): Promise<void> {
  if (!mayMove.test(html)) return
  await session.send('Runtime.evaluate', {
    expression: endFiniteAnimationsSource,
    contextId: worldId,
    silent: true,
    timeout: 1_000,
  })
}
