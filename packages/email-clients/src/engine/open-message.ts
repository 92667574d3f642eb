import { generate } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import {
  createText,
  elementsIn,
  findAttribute,
  isHtmlElement,
  placeOf,
  removeAttribute,
  setAttribute,
  textOf,
} from './html-tree'
import type { Message, StyleAttribute, StyleBlock } from './message'
import { parseDeclarations, parseStyleSheet } from './parse-css'
import { headAndBody } from './parse-html'

export function openMessage(
  document: Tree.Document,
  context: Pick<Message, 'support' | 'images' | 'styleSheet' | 'isLost' | 'clipped' | 'changes'>,
): Message {
  const styleBlocks: StyleBlock[] = []
  const styleAttributes = new Map<string, StyleAttribute>()
  for (const element of elementsIn(document)) {
    if (element.tagName === 'style' && isHtmlElement(element)) styleBlocks.push(parseStyleElement(element))
    const css = findAttribute(element, 'style')
    if (css === null) continue
    const known = styleAttributes.get(css)
    if (known) known.owners.push(element)
    else {
      const { root, parseError } = parseDeclarations(css)
      styleAttributes.set(css, { owners: [element], css, list: root, parseError })
    }
  }
  return {
    document,
    ...headAndBody(document),
    styleBlocks,
    styleAttributes: [...styleAttributes.values()],
    hidden: new Set(),
    ...context,
  }
}

function parseStyleElement(element: Tree.Element): StyleBlock {
  const css = textOf(element)
  const [text] = element.childNodes
  const { root, parseError } = parseStyleSheet(css, text ? placeOf(text) : null)
  return { element, css, sheet: root, parseError }
}

export function writeStyles({ styleBlocks, styleAttributes }: Message): void {
  for (const { element, sheet } of styleBlocks) {
    const text = createText(sheet ? generate(sheet) : '')
    text.parentNode = element
    element.childNodes = [text]
  }
  for (const { owners, list } of styleAttributes) {
    const css = list ? generate(list) : ''
    for (const owner of owners) {
      if (css === '') removeAttribute(owner, 'style')
      else setAttribute(owner, 'style', css)
    }
  }
}
