import { tokenize, tokenTypes } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { isHtmlElement } from './html-tree'
import { markOf } from './source-places'

const voidElements = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
)
/** Parsers drop a line break after these start tags, so a first line break is doubled. */
const swallowsFirstNewline = new Set(['pre', 'textarea', 'listing'])

/**
 * HTML Living Standard §13.3, without recursion. `<style>` is the only raw text that `harden` leaves. `marksPlaces`:
 * see `EmulateOptions`.
 */
export function serializeHtml(document: Tree.Document, { marksPlaces = false } = {}): string {
  const output: string[] = []
  const waiting: (Tree.ChildNode | string)[] = [...document.childNodes].reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') output.push(node)
    else if ('tagName' in node) openElement(node, marksPlaces ? markOf(node) : '', output, waiting)
    else if ('value' in node) output.push(serializeText(node))
    else if ('data' in node) output.push(`<!--${node.data}-->`)
    else if ('publicId' in node) output.push(serializeDoctype(node))
  }
  return output.join('')
}

function openElement(
  element: Tree.Element,
  mark: string,
  output: string[],
  waiting: (Tree.ChildNode | string)[],
): void {
  // The mark comes first: of equal attributes, parsers keep the first.
  output.push('<', element.tagName, mark)
  for (const { prefix, name, value } of element.attrs) {
    output.push(' ', prefix ? `${prefix}:${name}` : name, '="', escapeAttribute(value), '"')
  }
  output.push('>')
  if (isHtmlElement(element) && voidElements.has(element.tagName)) return
  const [first] = element.childNodes
  if (
    swallowsFirstNewline.has(element.tagName) &&
    first &&
    'value' in first &&
    first.value.startsWith('\n')
  ) {
    output.push('\n')
  }
  waiting.push(`</${element.tagName}>`)
  for (let at = element.childNodes.length - 1; at >= 0; at--) {
    const child = element.childNodes[at]
    if (child) waiting.push(child)
  }
}

function serializeText(node: Tree.TextNode): string {
  const parent = node.parentNode
  const isStyle = parent && 'tagName' in parent && isHtmlElement(parent) && parent.tagName === 'style'
  return isStyle ? cssWithoutTags(node.value) : escapeHtml(node.value)
}

const textTokens = new Set([
  tokenTypes.String,
  tokenTypes.BadString,
  tokenTypes.Url,
  tokenTypes.BadUrl,
  tokenTypes.Comment,
])

/**
 * Escapes what HTML would read as a tag or a comment: a step may write an end tag, and MathML's `<style>` is markup.
 */
function cssWithoutTags(css: string): string {
  if (!css.includes('<')) return css
  const pieces: string[] = []
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end)
    if (textTokens.has(type)) pieces.push(text.replaceAll('<', '\\3c '))
    else if (text === '<') pieces.push('< ')
    else if (type !== tokenTypes.CDO) pieces.push(text)
  })
  return pieces.join('')
}

/** The identifiers decide the browser's mode; quotes and brackets in them are removed. */
function serializeDoctype({ name, publicId, systemId }: Tree.DocumentType): string {
  const quote = (identifier: string): string => `"${identifier.replace(/["<>]/g, '')}"`
  if (publicId === '' && systemId === '') return `<!DOCTYPE ${name}>`
  if (publicId === '') return `<!DOCTYPE ${name} SYSTEM ${quote(systemId)}>`
  if (systemId === '') return `<!DOCTYPE ${name} PUBLIC ${quote(publicId)}>`
  return `<!DOCTYPE ${name} PUBLIC ${quote(publicId)} ${quote(systemId)}>`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Also safe where a parser would look for tags in the value. */
export function escapeAttribute(value: string): string {
  return escapeHtml(value).replaceAll('"', '&quot;')
}
