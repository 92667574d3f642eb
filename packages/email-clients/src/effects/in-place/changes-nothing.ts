import type { CssNode, Declaration } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Frame } from '../../engine/emulated-document'
import { valueOf, type DrawnEmail } from './drawn-email'
import { isInitialValue, isSizeAnyway } from './initial-values'
import { mayBreakWords } from './long-words'
import type { SentHtml } from './sent-html'
import { isForMovement } from './still-reader'

export interface JudgedEmail {
  html: SentHtml
  drawn: DrawnEmail
  frame: Frame
  /** Only a hostile email has more: then nothing is decided. */
  left: { elements: number; wordSearches: number }
}

/** Whether the elements are drawn alike without the declaration. `elements`: null for any. */
export function changesNothing(
  declaration: Declaration,
  elements: ReadonlySet<Tree.Element> | null,
  beside: Iterable<CssNode>,
  { drawn, frame, html, left }: JudgedEmail,
): boolean {
  const property = declaration.property.toLowerCase()
  const value = valueOf(declaration)
  if (isForMovement(property) || isBesideStandard(property, value, beside)) return true
  if (property === 'supported-color-schemes') return true
  if (property === 'color-scheme') return isForLight(value, frame)
  if (/^(?:-(?:webkit|moz|ms)-)?hyphens$/.test(property))
    return /^(?:none|manual)$/.test(value) && !html.hasSoftHyphen && !drawn.maySetAnywhere(/hyphens$/)
  if (!elements) return false
  const declared = { property, value }
  if (isInitialValue(declared, elements, drawn) || isSizeAnyway(declared, elements, drawn)) return true
  if (!breaksWords(property, value)) return false
  left.wordSearches -= elements.size
  return left.wordSearches >= 0 && [...elements].every((element) => !mayBreakWords(element, drawn))
}

/** In a light window, a scheme of light and dark is light. */
export const isForLight = (schemes: string, { colorScheme }: Frame): boolean =>
  colorScheme === 'light' && /\blight\b|^\s*normal\s*$/i.test(schemes)

/** Not `break-all`, which breaks short words, too. */
const breaksWords = (property: string, value: string): boolean =>
  (property === 'word-break' && value === 'break-word') ||
  (/^(?:word-wrap|overflow-wrap)$/.test(property) && /^(?:break-word|anywhere)$/.test(value))

/** What is left has the property without prefix and with the same value. */
function isBesideStandard(property: string, value: string, beside: Iterable<CssNode>): boolean {
  const [, standard] = /^-(?:webkit|moz|ms|o)-(.+)$/.exec(property) ?? []
  if (standard === undefined) return false
  return [...beside].some(
    (node) =>
      node.type === 'Declaration' && node.property.toLowerCase() === standard && valueOf(node) === value,
  )
}
