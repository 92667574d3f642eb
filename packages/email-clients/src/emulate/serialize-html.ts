import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { isHtmlElement } from './html-tree'

const voidElements = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
)
const rawTextElements = new Set('style script xmp iframe noembed noframes plaintext'.split(' '))
/** A line break right behind the start tag is dropped by parsers: one that is content needs another in front. */
const swallowsFirstNewline = new Set(['pre', 'textarea', 'listing'])

/** HTML Living Standard §13.3, without recursion: a tree may be as deep as it likes. */
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
  if (!parent || !('tagName' in parent) || !isHtmlElement(parent) || !rawTextElements.has(parent.tagName)) {
    return escapeHtml(node.value)
  }
  // Text that a step wrote may hold an end tag no parser would have let in; CSS reads `<\/` as the same string.
  return parent.tagName === 'style' ? node.value.replaceAll('</', '<\\/') : node.value
}

/** Text as HTML content. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Text as the value of an attribute in double quotes. */
export function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;').replaceAll('"', '&quot;')
}
