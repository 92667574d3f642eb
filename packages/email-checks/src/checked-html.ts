import { elementsIn, findAttribute, isHtmlElement, textOf } from '@pas/email-clients/engine/html-tree'
import { parseStyleSheet } from '@pas/email-clients/engine/parse-css'
import { headAndBody, parseHtml } from '@pas/email-clients/engine/parse-html'
import type { Place } from '@pas/email-clients/references/places-in'
import { generate } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { placesOf, type Places } from './places'
import type { Span } from './span'

export interface TextPiece {
  text: string
  parent: Tree.Element
  span: Span | null
  isHidden: boolean
}

export interface CommentPiece {
  text: string
  start: number
}

/** Parsed HTML of an email. All lists are in document order. */
export interface CheckedHtml {
  source: string
  places: Places
  /** Its span is null if it was not written. */
  root: Tree.Element
  head: Tree.Element
  body: Tree.Element
  elements: readonly Tree.Element[]
  texts: readonly TextPiece[]
  comments: readonly CommentPiece[]
  styles: readonly { css: string; span: Span | null }[]
  named: (tagName: string) => readonly Tree.Element[]
}

const unreadTags = new Set(['style', 'script', 'title', 'head', 'template', 'noscript', 'textarea', 'select'])

export function openHtml(source: string): CheckedHtml {
  const document = parseHtml(source)
  const { head, body } = headAndBody(document)
  const elements = elementsIn(document).filter(isHtmlElement)
  const byName = new Map<string, Tree.Element[]>()
  for (const element of elements) {
    const known = byName.get(element.tagName)
    if (known) known.push(element)
    else byName.set(element.tagName, [element])
  }
  const named = (tagName: string): readonly Tree.Element[] => byName.get(tagName) ?? []
  const [root = body] = named('html')
  const styles = named('style').map((style) => ({ css: textOf(style), span: tagSpan(style) }))
  return {
    source,
    places: placesOf(source),
    root,
    head,
    body,
    elements,
    named,
    styles,
    ...textsAndComments(document, isHiddenBy(styles)),
  }
}

function textsAndComments(
  document: Tree.Document,
  isHiddenElement: (element: Tree.Element) => boolean,
): Pick<CheckedHtml, 'texts' | 'comments'> {
  const texts: TextPiece[] = []
  const comments: CommentPiece[] = []
  const hidden = new Set<Tree.Node>()
  /** Text too small to be seen, unless an element inside sets another size. */
  const tiny = new Set<Tree.Node>()
  const waiting: Tree.Node[] = [document]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const parent = 'parentNode' in node ? node.parentNode : null
    const isHidden = parent !== null && hidden.has(parent)
    if ('tagName' in node) {
      if (isHidden || isHiddenElement(node)) hidden.add(node)
      const size = declared(node, 'font-size')
      const isTiny =
        size === null ? parent !== null && tiny.has(parent) : /^[01](?:\.\d+)?(?:px)?$/.test(size)
      if (isTiny) tiny.add(node)
    }
    if (node.nodeName === '#text' && 'value' in node && node.parentNode && 'tagName' in node.parentNode) {
      if (node.value.trim() !== '')
        texts.push({
          text: node.value,
          parent: node.parentNode,
          span: nodeSpan(node),
          isHidden: isHidden || tiny.has(node.parentNode),
        })
    } else if (node.nodeName === '#comment' && 'data' in node)
      comments.push({ text: node.data, start: (node.sourceCodeLocation?.startOffset ?? 0) + '<!--'.length })
    else if ('childNodes' in node && !unreadTags.has(node.nodeName)) pushReversed(waiting, node.childNodes)
  }
  return { texts, comments }
}

function pushReversed(waiting: Tree.Node[], nodes: readonly Tree.Node[]): void {
  // `pop` then returns them in document order.
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index]
    if (node) waiting.push(node)
  }
}

const hiding =
  /(?:^|[{;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:[;!]|$)|max-height\s*:\s*0(?:px)?\s*(?:[;!]|$)|mso-hide\s*:\s*all)/i

/** Whether an element's own attributes, or a style for one of its classes or its id, hide it. */
function isHiddenBy(styles: CheckedHtml['styles']): (element: Tree.Element) => boolean {
  const names = new Set(styles.flatMap(({ css }) => hidingNames(css)))
  return (element) =>
    findAttribute(element, 'hidden') !== null ||
    hiding.test((findAttribute(element, 'style') ?? '').slice(0, 2_000)) ||
    (names.size > 0 &&
      (names.has(`#${findAttribute(element, 'id') ?? ''}`) ||
        (findAttribute(element, 'class') ?? '').split(/\s+/).some((name) => names.has(`.${name}`))))
}

/** Classes and ids, with their mark, that a style sheet hides outside of media queries. */
function hidingNames(css: string): string[] {
  if (!hiding.test(css)) return []
  const { root } = parseStyleSheet(css, null)
  return (root?.children.toArray() ?? []).flatMap((node) => {
    if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList' || !hiding.test(generate(node.block)))
      return []
    return node.prelude.children.toArray().flatMap((selector) => {
      const name = /^[a-z]*([.#][\w-]+)$/i.exec(generate(selector))?.[1]
      return name === undefined ? [] : [name]
    })
  })
}

/** Null if the parser added the element. */
export function tagSpan(element: Tree.Element): Span | null {
  const location = element.sourceCodeLocation
  const tag = location?.startTag ?? location
  return tag ? { part: 'html', start: tag.startOffset, end: tag.endOffset } : null
}

/** Name and value of an attribute; the start tag if there is no such attribute. */
export function attributeSpan(element: Tree.Element, name: string): Span | null {
  const place = element.sourceCodeLocation?.attrs?.[name]
  return place ? { part: 'html', start: place.startOffset, end: place.endOffset } : tagSpan(element)
}

function nodeSpan(node: Tree.ChildNode): Span | null {
  const place = node.sourceCodeLocation
  return place ? { part: 'html', start: place.startOffset, end: place.endOffset } : null
}

/** A finding's fix that adds an attribute to a start tag. Empty if the parser added the element. */
export function fixByAttribute(element: Tree.Element, attribute: string, description: string) {
  const span = tagSpan(element)
  if (span === null) return {}
  const at = span.start + '<'.length + element.tagName.length
  return { fix: { description, edits: [{ part: span.part, start: at, end: at, text: ` ${attribute}` }] } }
}

/** The last declaration in the element's `style`, in lower case, without `!important`. Null if there is none. */
export function declared(element: Tree.Element, property: string): string | null {
  const style = (findAttribute(element, 'style') ?? '').slice(0, 10_000)
  let value: string | null = null
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon > 0 && declaration.slice(0, colon).trim().toLowerCase() === property)
      value = declaration.slice(colon + 1)
  }
  return (
    value
      ?.replace(/!\s*important/i, '')
      .trim()
      .toLowerCase() ?? null
  )
}

/** Characters, of the whole and of each piece of text. */
const maxWordsLength = 10_000

export function wordsOf(element: Tree.Element): string {
  let words = ''
  let isBlankBefore = true
  const add = (text: string): void => {
    const piece = text.slice(0, maxWordsLength).replace(/\s+/g, ' ')
    words += isBlankBefore && piece.startsWith(' ') ? piece.slice(1) : piece
    if (piece !== '') isBlankBefore = piece.endsWith(' ')
  }
  const waiting: Tree.Node[] = [...element.childNodes].reverse()
  for (let node = waiting.pop(); node && words.length < maxWordsLength; node = waiting.pop()) {
    if (node.nodeName === '#text' && 'value' in node) add(node.value)
    else if ('childNodes' in node && !unreadTags.has(node.nodeName)) {
      add(' ')
      pushReversed(waiting, node.childNodes)
    }
  }
  return words.trim()
}

export function tagText({ source }: CheckedHtml, element: Tree.Element): string {
  const span = tagSpan(element)
  const text = span ? source.slice(span.start, span.end).replace(/\s+/g, ' ') : `<${element.tagName}>`
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`
}

const quotedAttribute = /^[^\s=<>"'/]{1,100}\s{0,10}=\s{0,10}(?:"[^"]*"|'[^']*')/

/** The tag, the attribute or the declaration that begins at a place. */
export function spanAt({ source, places }: CheckedHtml, place: Place): Span {
  const start = places.offsetOf(place)
  const written = source.slice(start, start + 2_048)
  const tagLength = written.startsWith('<') ? written.indexOf('>') + 1 : null
  const attributeLength = quotedAttribute.exec(written)?.[0].length
  const length = tagLength ?? attributeLength ?? written.search(/[;}>\n]/)
  // Without an end, all that was read.
  return { part: 'html', start, end: start + (length > 0 ? length : written.length) }
}
