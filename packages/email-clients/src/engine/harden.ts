import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { isPicture } from '../references/attribute-reference'
import { absoluteBase } from '../references/resolve-reference'
import { rewriteTreeReferences } from '../references/rewrite-tree-references'
import type { ChangeKind, ChangeLog } from './change-log'
import { createElement, elementsIn, findAttribute, placeOf, rewriteNodes } from './html-tree'
import type { Support } from './support'

const source = 'engineering rule: no email client runs or frames what an email brings'

/** Removed with their content. */
const removed = new Set(
  (
    'script iframe frame frameset embed portal template noembed noframes param bgsound fencedframe ' +
    'set animate animatetransform animatemotion discard'
  ).split(' '),
)
/** Removed; the fallback content stays. `<noscript>` is shown, because scripts are off. */
const unwrapped = new Set(['noscript', 'object', 'applet'])

/** Parsers differ in where their text ends. They become `<pre>`, which looks the same. */
const rawText = new Set(['xmp', 'plaintext'])

const removedAttributes = new Set(
  'action formaction srcdoc ping attributionsrc autofocus http-equiv manifest nonce integrity is code codebase archive classid'.split(
    ' ',
  ),
)
const urlAttributes = new Set('href src background poster cite longdesc lowsrc dynsrc data usemap'.split(' '))
/** The serializer writes names as they are. */
const safeTagName = /^[a-z][\w:.-]*$/
const safeAttributeName = /^[a-z_:][\w:.-]*$/
const harmlessSchemes = /^(?:https?|mailto|tel|sms|cid|ftp):/

/**
 * Removes all that runs, frames, submits or redirects, and `<base>`. First step of every HTML profile, so that none can
 * forget it; engines have their own guards, too.
 */
export function harden(document: Tree.Document, support: Support, changes: ChangeLog): void {
  applyBase(document, support, changes)
  rewriteNodes(document, (node) => {
    if (!('tagName' in node)) return null
    const tagName = node.tagName.toLowerCase()
    if (tagName === 'base') return []
    if (removed.has(tagName) || isActiveMeta(node) || isActiveLink(node)) {
      if (!isHarmlessMeta(node)) {
        const kind: ChangeKind = { rule: 'active-content', what: `<${tagName}>`, source }
        changes.record(kind, placeOf(node), 1, { elements: [node] })
      }
      return []
    }
    const picture = tagName === 'object' ? pictureOf(node, support) : null
    if (picture) {
      hardenAttributes(picture, changes)
      return [picture]
    }
    if (unwrapped.has(tagName) || !safeTagName.test(tagName)) {
      if (tagName !== 'noscript') {
        changes.record({ rule: 'active-content', what: `<${tagName}>`, source }, placeOf(node))
      }
      return node.childNodes
    }
    if (rawText.has(tagName)) node.nodeName = node.tagName = 'pre'
    hardenAttributes(node, changes)
    return null
  })
}

/** If the client honours the base, addresses that depend on it are made absolute first. */
function applyBase(document: Tree.Document, support: Support, changes: ChangeLog): void {
  const elements = elementsIn(document)
  const element = elements.find(
    (candidate) => candidate.tagName === 'base' && findAttribute(candidate, 'href') !== null,
  )
  if (!element) return
  const { honoured, source: supportSource } = support.judge('element', 'base')
  if (!honoured) {
    const kind = { rule: 'element-unsupported', what: '<base>', source: supportSource }
    changes.record(kind, placeOf(element))
    return
  }
  const base = absoluteBase(findAttribute(element, 'href') ?? '')
  if (base === null) return
  rewriteTreeReferences(document, (url) => url)
  for (const { tagName, attrs } of elements) {
    const link = tagName === 'a' || tagName === 'area' ? attrs.find(({ name }) => name === 'href') : undefined
    if (link && !link.value.startsWith('#') && URL.canParse(link.value, base))
      link.value = new URL(link.value, base).href
  }
}

const pictureAttributes = new Set('width height style class id align border hspace vspace title'.split(' '))

/** The `<img>` for an `<object>` with a picture, where the client shows it. Null: its fallback is shown. */
function pictureOf(object: Tree.Element, support: Support): Tree.Element | null {
  const address = findAttribute(object, 'data')
  if (address === null || support.find('element', 'object')?.honoured !== true) return null
  if (!isPicture(findAttribute(object, 'type'), address)) return null
  const picture = createElement('img', { src: address })
  picture.attrs.push(...object.attrs.filter(({ name }) => pictureAttributes.has(name)))
  picture.sourceCodeLocation = object.sourceCodeLocation ?? null
  return picture
}

function hardenAttributes(element: Tree.Element, changes: ChangeLog): void {
  const kept = element.attrs.filter(({ name, value }) => {
    const lowerName = name.toLowerCase()
    // Outside SVG, the parser keeps the colon of `xlink:href`.
    const localName = lowerName.replace(/^.*:/, '')
    return !(
      // The attribute `on` is VML's switch, not a handler.
      (lowerName.startsWith('on') && lowerName !== 'on') ||
      removedAttributes.has(lowerName) ||
      !safeAttributeName.test(lowerName) ||
      (urlAttributes.has(localName) && !isHarmlessUrl(localName, value))
    )
  })
  if (kept.length === element.attrs.length) return
  for (const { name } of element.attrs.filter((attribute) => !kept.includes(attribute))) {
    changes.record({ rule: 'active-content', what: `${name} attribute`, source }, placeOf(element, name))
  }
  element.attrs = kept
}

/** Browsers ignore blanks and control characters before a scheme, and tabs and line breaks in it. */
function isHarmlessUrl(attributeName: string, value: string): boolean {
  const beginning = value
    .replace(/^[^!-\uffff]+/, '')
    .slice(0, 256)
    .replace(/[^!-\uffff]+/g, '')
    .toLowerCase()
  if (!/^[a-z][a-z0-9+.-]*:/.test(beginning)) return true
  return harmlessSchemes.test(beginning) || (attributeName !== 'href' && beginning.startsWith('data:image/'))
}

function isActiveMeta(element: Tree.Element): boolean {
  return element.tagName === 'meta' && findAttribute(element, 'http-equiv') !== null
}

/** Only declares, such as the charset of an email that is decoded already. */
function isHarmlessMeta(element: Tree.Element): boolean {
  return (
    element.tagName === 'meta' && findAttribute(element, 'http-equiv')?.trim().toLowerCase() !== 'refresh'
  )
}

/** Only style sheets stay: they are frozen with the email. */
function isActiveLink(element: Tree.Element): boolean {
  if (element.tagName !== 'link') return false
  const relations = (findAttribute(element, 'rel') ?? '').trim().toLowerCase()
  return relations !== 'stylesheet'
}
