import type { SourceStep } from '../../../engine/message'
import { placesIn } from '../../../engine/places-in'

const source = 'caniemail css-comments note 1, 2024-04'

/** The first `<head>` is removed with all it holds: only emails with a second one keep their styles. */
export const dropFirstHead: SourceStep = (message) => {
  const opening = /<head(?=[\s>])[^<>]*>/i.exec(message.html)
  if (!opening) return
  const start = opening.index + opening[0].length
  const length = message.html.slice(start).search(/<\/head(?=[\s>])/i)
  if (length <= 0) return
  const held = message.html.slice(start, start + length)
  // Blanks in its place: what stands behind stays where it was.
  message.html =
    message.html.slice(0, start) + held.replace(/[^\n]/g, ' ') + message.html.slice(start + length)
  if (held.trim() === '') return
  const where = placesIn(message.html)(opening.index)
  message.changes.record({ rule: 'first-head-removed', what: '<head>', source }, where)
}
