import { tokenize, tokenTypes } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { isHtmlElement } from './html-tree'

const voidElements = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
)
/** A line break right behind the start tag is dropped by parsers: one that is content needs another in front. */
const swallowsFirstNewline = new Set(['pre', 'textarea', 'listing'])

/**
 * HTML Living Standard §13.3, without recursion: a tree may be as deep as it likes. Of elements with raw text only `<style>` is expected:
 * `harden` leaves no other.
 */
export function serializeHtml(document: Tree.Document): string {
  const output: string[] = []
  const waiting: (Tree.ChildNode | string)[] = [...document.childNodes].reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') output.push(node)
    else if ('tagName' in node) openElement(node, output, waiting)
    else if ('value' in node) output.push(serializeText(node))
    else if ('data' in node) output.push(`<!--${node.data}-->`)
    else if ('publicId' in node) output.push(serializeDoctype(node))
  }
  return output.join('')
}

/** With its identifiers, which decide between the modes a browser draws in; without quotes they cannot be written. */
function serializeDoctype({ name, publicId, systemId }: Tree.DocumentType): string {
  const quoted = [publicId, systemId].map((identifier) => `"${identifier.replace(/["<>]/g, '')}"`)
  if (publicId !== '')
    return `<!DOCTYPE ${name} PUBLIC ${quoted[0] ?? ''}${systemId === '' ? '' : ` ${quoted[1] ?? ''}`}>`
  return `<!DOCTYPE ${name}${systemId === '' ? '' : ` SYSTEM ${quoted[1] ?? ''}`}>`
}

function openElement(element: Tree.Element, output: string[], waiting: (Tree.ChildNode | string)[]): void {
  output.push('<', element.tagName)
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
 * The same CSS with nothing in it that is a tag or a comment to HTML: an end tag that a step wrote, or any tag when a parser takes the
 * `<style>` for one of MathML's, whose text is markup.
 */
function cssWithoutTags(css: string): string {
  if (!css.includes('<')) return css
  const pieces: string[] = []
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end)
    if (textTokens.has(type)) pieces.push(text.replaceAll('<', '\\3c '))
    else pieces.push(type === tokenTypes.CDO ? '' : text === '<' ? '< ' : text)
  })
  return pieces.join('')
}

/** Text as HTML content. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Text as the value of an attribute in double quotes; also where a parser would look for tags in it. */
export function escapeAttribute(value: string): string {
  return escapeHtml(value).replaceAll('"', '&quot;')
}
