import { elementsIn, findAttribute, isHtmlElement, textOf } from '@pas/email-clients/engine/html-tree'
import { parseStyleSheet } from '@pas/email-clients/engine/parse-css'
import { headAndBody, parseHtml } from '@pas/email-clients/engine/parse-html'
import type { Place } from '@pas/email-clients/references/places-in'
import { generate } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { placesOf, type Places } from './places'
import type { Span } from './span'

/** A piece of text that a reader can see or hear, or that is hidden. */
export interface TextPiece {
  text: string
  parent: Tree.Element
  span: Span | null
  isHidden: boolean
}

/** A comment, such as a conditional one, and the offset of its text in the HTML. */
export interface CommentPiece {
  text: string
  start: number
}

/** An email's HTML, parsed, with what several rules look for. All lists are in document order. */
export interface CheckedHtml {
  /** As sent. */
  source: string
  places: Places
  /** The `<html>` element; its span is null if it was not written. */
  root: Tree.Element
  head: Tree.Element
  body: Tree.Element
  /** HTML's own elements: none of SVG. */
  elements: readonly Tree.Element[]
  texts: readonly TextPiece[]
  comments: readonly CommentPiece[]
  /** The text of each `<style>`. */
  styles: readonly { css: string; span: Span | null }[]
  named: (tagName: string) => readonly Tree.Element[]
}

/** Elements whose text is not shown. */
const silent = new Set(['style', 'script', 'title', 'head', 'template', 'noscript', 'textarea', 'select'])

/** Parses an email's HTML for the rules. */
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
    ...textsAndComments(document, hiddenBy(styles)),
  }
}

function textsAndComments(
  document: Tree.Document,
  isHiddenElement: (element: Tree.Element) => boolean,
): Pick<CheckedHtml, 'texts' | 'comments'> {
  const texts: TextPiece[] = []
  const comments: CommentPiece[] = []
  const hidden = new Set<Tree.Node>()
  /** Elements whose text is too small to be seen; one of them inside may make it larger again. */
  const tiny = new Set<Tree.Node>()
  const waiting: Tree.Node[] = [document]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const parent = 'parentNode' in node ? node.parentNode : null
    const isHidden = parent !== null && hidden.has(parent)
    if ('tagName' in node) {
      if (isHidden || isHiddenElement(node)) hidden.add(node)
      const size = declared(node, 'font-size')
      if (size === null ? parent !== null && tiny.has(parent) : /^[01](?:\.\d+)?(?:px)?$/.test(size))
        tiny.add(node)
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
    else if ('childNodes' in node && !silent.has(node.nodeName))
      for (let at = node.childNodes.length - 1; at >= 0; at--) {
        const child = node.childNodes[at]
        if (child) waiting.push(child)
      }
  }
  return { texts, comments }
}

/** The declarations that hide the preheader of an email in its usual ways. */
const hides =
  /(?:^|[{;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:[;!]|$)|max-height\s*:\s*0(?:px)?\s*(?:[;!]|$)|mso-hide\s*:\s*all)/i

/** Whether an element is hidden by its own attributes, or by a style for a class or an id of it alone. */
function hiddenBy(styles: CheckedHtml['styles']): (element: Tree.Element) => boolean {
  const names = new Set(styles.flatMap(({ css }) => hidingNames(css)))
  return (element) =>
    findAttribute(element, 'hidden') !== null ||
    hides.test((findAttribute(element, 'style') ?? '').slice(0, 2_000)) ||
    (names.size > 0 &&
      (names.has(`#${findAttribute(element, 'id') ?? ''}`) ||
        (findAttribute(element, 'class') ?? '').split(/\s+/).some((name) => names.has(`.${name}`))))
}

/** The classes and ids, with their mark, that a style sheet hides everywhere: not in a media query alone. */
function hidingNames(css: string): string[] {
  if (!hides.test(css)) return []
  const { root } = parseStyleSheet(css, null)
  return (root?.children.toArray() ?? []).flatMap((node) => {
    if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList' || !hides.test(generate(node.block)))
      return []
    return node.prelude.children.toArray().flatMap((selector) => {
      const name = /^[a-z]*([.#][\w-]+)$/i.exec(generate(selector))?.[1]
      return name === undefined ? [] : [name]
    })
  })
}

/** The stretch of a start tag. Null if the parser added the element. */
export function tagSpan(element: Tree.Element): Span | null {
  const location = element.sourceCodeLocation
  const tag = location?.startTag ?? location
  return tag ? { part: 'html', start: tag.startOffset, end: tag.endOffset } : null
}

/** The stretch of an attribute with its name and value, or that of the start tag if it has no such attribute. */
export function attributeSpan(element: Tree.Element, name: string): Span | null {
  const place = element.sourceCodeLocation?.attrs?.[name]
  return place ? { part: 'html', start: place.startOffset, end: place.endOffset } : tagSpan(element)
}

function nodeSpan(node: Tree.ChildNode): Span | null {
  const place = node.sourceCodeLocation
  return place ? { part: 'html', start: place.startOffset, end: place.endOffset } : null
}

/** The offset at which an attribute can be added to a start tag: after the tag's name. Null if the tag was not written. */
export function afterTagName(element: Tree.Element): number | null {
  const span = tagSpan(element)
  return span && span.start + '<'.length + element.tagName.length
}

/** The last declaration of a property in an element's own `style`, in lower case. Null if it has none. */
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

/** Characters of an element's words, and of each piece of its text, that are read: far more than a person reads. */
const maxWords = 10_000

/** The text of an element and of the elements in it, with one blank for each stretch of blanks. */
export function wordsOf(element: Tree.Element): string {
  let words = ''
  let isBlankBefore = true
  const add = (text: string): void => {
    const piece = text.slice(0, maxWords).replace(/\s+/g, ' ')
    words += isBlankBefore && piece.startsWith(' ') ? piece.slice(1) : piece
    if (piece !== '') isBlankBefore = piece.endsWith(' ')
  }
  const waiting: Tree.Node[] = [...element.childNodes].reverse()
  for (let node = waiting.pop(); node && words.length < maxWords; node = waiting.pop()) {
    if (node.nodeName === '#text' && 'value' in node) add(node.value)
    else if ('childNodes' in node && !silent.has(node.nodeName)) {
      add(' ')
      for (let at = node.childNodes.length - 1; at >= 0; at--) {
        const child = node.childNodes[at]
        if (child) waiting.push(child)
      }
    }
  }
  return words.trim()
}

/** A tag as it is written, cut to a length that a person reads. */
export function tagText({ source }: CheckedHtml, element: Tree.Element): string {
  const span = tagSpan(element)
  const text = span ? source.slice(span.start, span.end).replace(/\s+/g, ' ') : `<${element.tagName}>`
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`
}

/** A whole attribute with a quoted value. */
const quotedAttribute = /^[^\s=<>"'/]{1,100}\s{0,10}=\s{0,10}(?:"[^"]*"|'[^']*')/

/** What is written at a place of the HTML: a tag, an attribute, or a declaration up to its end. */
export function spanAt({ source, places }: CheckedHtml, place: Place): Span {
  const start = places.offsetOf(place)
  const rest = source.slice(start, start + 2_048)
  const attribute = quotedAttribute.exec(rest)?.[0].length
  const length = rest.startsWith('<') ? rest.indexOf('>') + 1 : (attribute ?? rest.search(/[;}>\n]/))
  return { part: 'html', start, end: start + (length > 0 ? length : rest.length) }
}
