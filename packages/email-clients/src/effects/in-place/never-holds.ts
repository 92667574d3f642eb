import { walk, type CssNode, type MediaQuery } from 'css-tree'
import type { Frame } from '../../engine/emulated-document'

const otherMedia = /^(?:print|speech|aural|braille|embossed|handheld|projection|tty|tv)$/i

/** Whether an `@media` or a query is for another medium, theme or narrower window. Knows only plain queries. */
export function neverHolds(atRule: CssNode, frame: Frame): boolean {
  if (atRule.type === 'MediaQuery') return isForOther(atRule, frame)
  if (atRule.type !== 'Atrule' || atRule.name.toLowerCase() !== 'media' || !atRule.prelude) return false
  const queries: MediaQuery[] = []
  walk(atRule.prelude, (node) => {
    if (node.type === 'MediaQuery') queries.push(node)
  })
  return queries.length > 0 && queries.every((query) => isForOther(query, frame))
}

function isForOther({ modifier, mediaType, condition }: MediaQuery, frame: Frame): boolean {
  if (modifier?.toLowerCase() === 'not') return false
  if (mediaType !== null && otherMedia.test(mediaType)) return true
  const nodes = condition?.children.toArray() ?? []
  const areAll = nodes.every((node) => node.type !== 'Identifier' || node.name.toLowerCase() === 'and')
  return areAll && nodes.some((node) => isFalse(node, frame))
}

/** The picture of a wide message can be wider than the frame, but not narrower. A phone's page has its own width. */
function isFalse(node: CssNode, { width, mobile, colorScheme }: Frame): boolean {
  if (node.type !== 'Feature' || !node.value) return false
  const name = node.name.toLowerCase()
  if (name === 'prefers-color-scheme')
    return node.value.type === 'Identifier' && node.value.name.toLowerCase() !== colorScheme
  if (mobile || !/^max-(?:device-)?width$/.test(name) || node.value.type !== 'Dimension') return false
  const pixels = { px: 1, em: 16, rem: 16 }[node.value.unit.toLowerCase()]
  return pixels !== undefined && Number(node.value.value) * pixels < width
}
