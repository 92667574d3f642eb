import type { PreparedPage } from './prepared-page'

/** As the apps do it, by zoom: media queries and `vw` still see the screen. */
const zoomOutToFit = `(selector) => {
  const element = Document.prototype.querySelector.call(document, selector)
  const widthOf = (name, of) => Object.getOwnPropertyDescriptor(of, name).get.call(element)
  const shown = widthOf('clientWidth', Element.prototype)
  const needed = widthOf('scrollWidth', Element.prototype)
  if (needed > shown && shown > 0) element.style.zoom = String(shown / needed)
}`

/** Zooms an element out until what it holds is no wider than it is. It runs in a world of its own; the page's scripts stay off. */
export async function zoomOut({ session, worldId }: PreparedPage, selector: string): Promise<void> {
  await session.send('Runtime.evaluate', {
    expression: `(${zoomOutToFit})(${JSON.stringify(selector)})`,
    contextId: worldId,
    silent: true,
    timeout: 1_000,
  })
}
