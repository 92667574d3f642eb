import type { SourceStep } from '../../../engine/message'
import { placesIn } from '../../../references/places-in'

const source = 'caniemail css-comments note 1, 2024-04'

/** Only an email with a second `<head>` keeps its styles. */
export const dropFirstHead: SourceStep = (message) => {
  const opening = /<head(?=[\s>])[^<>]*>/i.exec(message.html)
  if (!opening) return
  const start = opening.index + opening[0].length
  const length = message.html.slice(start).search(/<\/head(?=[\s>])/i)
  if (length <= 0) return
  const content = message.html.slice(start, start + length)
  // Blanks in place of the content keep the positions after it.
  message.html =
    message.html.slice(0, start) + content.replace(/[^\n]/g, ' ') + message.html.slice(start + length)
  if (content.trim() === '') return
  const where = placesIn(message.html)(opening.index)
  message.changes.record({ rule: 'first-head-removed', what: '<head>', source }, where)
}
