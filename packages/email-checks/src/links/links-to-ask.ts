import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { CheckedHtml } from '../checked-html'
import { fieldsNamed } from '../headers/header-fields'
import { nearest, nestingIn } from '../nesting'
import { maxReadLength } from './folded-words'
import { whyLeftAlone, type LeftAloneOptions } from './left-alone'
import { addressesBeyond, linksOf, maxLinks, webAddress, type Link } from './link'

/** Distinct web addresses without fragments, in document order. */
export interface LinksToAsk {
  ask: string[]
  leftAlone: [address: string, reason: string][]
  /** Keys of `unsubscribeKeyOf` to which no redirect may lead. */
  inHeader: string[]
}

export const maxAsked = 100

/** `header` is `CheckedEmail.header`. Pure. */
export function linksToAsk(
  html: CheckedHtml | null,
  header: string | null,
  options: LeftAloneOptions,
): LinksToAsk {
  const inHeader = [...new Set(unsubscribeKeysIn(header ?? ''))]
  const headerKeys = new Set(inHeader)
  const saysAround = aroundLinks(html)
  const reasons = new Map<string, string | null>()
  for (const link of linksOf(html)) {
    const url = webAddress(link)
    if (url === null) continue
    const reason = headerKeys.has(unsubscribeKeyOf(url))
      ? namedByHeader
      : whyLeftAlone(url, `${saidOf(link)} ${saysAround(link)}`, options)
    url.hash = ''
    // An address that one link says to leave alone is not asked for any other link either.
    if (reason !== null || !reasons.has(url.href)) reasons.set(url.href, reason)
  }
  for (const address of addressesBeyond(html)) {
    const url = webAddress({ address })
    if (url === null) continue
    url.hash = ''
    if (reasons.get(url.href) === null) reasons.set(url.href, alsoBeyond)
  }
  const links: LinksToAsk = { ask: [], leftAlone: [], inHeader }
  for (const [address, reason] of reasons) {
    const why = reason ?? whyTooMuch(address, links)
    if (why === null) links.ask.push(address)
    else links.leftAlone.push([address.slice(0, maxReadLength), why])
  }
  return links
}

/** The words of those links are not read, and may say that a click unsubscribes. */
const alsoBeyond = `one of the links after the first ${maxLinks}, which are not looked at, leads there too`

function whyTooMuch(address: string, { ask }: LinksToAsk): string | null {
  if (address.length > maxReadLength) return `its address has more than ${maxReadLength} characters`
  return ask.length >= maxAsked ? `only ${maxAsked} links of an email are asked` : null
}

function unsubscribeKeysIn(header: string): string[] {
  const addressesOf = ({ value }: { value: string }): URL[] =>
    [...value.matchAll(/<\s*(https?:[^<>]+)>/gi)].flatMap(([, address = '']) => {
      const text = address.replace(/\s+/g, '')
      return URL.canParse(text) ? [new URL(text)] : []
    })
  return fieldsNamed(header, 'list-unsubscribe').flatMap(addressesOf).map(unsubscribeKeyOf)
}

/** Equal for addresses that differ only in scheme and query. The query counts if the path is `/`. */
export const unsubscribeKeyOf = ({ host, pathname, search }: URL): string =>
  host + (pathname === '/' ? `/${search}` : pathname)

export const namedByHeader = 'List-Unsubscribe names it'

const maxSaidLength = 2_000
const maxElements = 50

/** The words of a link, and what screen readers and tooltips say instead. */
function saidOf({ element, words }: Link): string {
  const said = withDescendants(element).flatMap((part) =>
    ['alt', 'title', 'aria-label'].map((name) => findAttribute(part, name) ?? ''),
  )
  return [words, ...said].join(' ').slice(0, maxSaidLength)
}

function withDescendants(element: Tree.Element): Tree.Element[] {
  const elements = [element]
  for (const { childNodes } of elements)
    for (const node of childNodes) {
      if (elements.length >= maxElements) return elements
      if ('tagName' in node) elements.push(node)
    }
  return elements
}

const blocks: ReadonlySet<string> = new Set(['p', 'td', 'th', 'div', 'li', 'center', 'body'])
/** A link of so few characters may say only `here`, in any language. */
const fewCharacters = 24
/** On each side of such a link. */
const maxCharactersAround = 300
const maxPiecesAround = 60

/** What the paragraph around a short link says, without other links: `To unsubscribe, click here`. */
function aroundLinks(html: CheckedHtml | null): (link: Link) => string {
  if (html === null) return () => ''
  const isWithin = nestingIn(html.root)
  const isInLink = nearest(({ tagName }) => (tagName === 'a' ? true : undefined))
  const blockAround = nearest((element) => (blocks.has(element.tagName) ? element : undefined))
  const pieces = html.texts.flatMap(({ text, parent, span }) =>
    span ? [{ text, parent, start: span.start }] : [],
  )
  return ({ element, words }) => {
    const at = element.sourceCodeLocation?.startOffset
    if (words.length > fewCharacters || at === undefined) return ''
    const block = blockAround(element)
    // The first piece behind the start of the link.
    let first = 0
    for (let end = pieces.length; first < end;) {
      const middle = (first + end) >> 1
      if ((pieces[middle]?.start ?? 0) < at) first = middle + 1
      else end = middle
    }
    let before = ''
    const firstBefore = first - maxPiecesAround
    for (let index = first - 1; index >= firstBefore && before.length < maxCharactersAround; index--) {
      const piece = pieces[index]
      if (!piece || (block && !isWithin(piece.parent, block))) break
      if (!isInLink(piece.parent)) before = `${piece.text} ${before}`
    }
    let after = ''
    const end = first + maxPiecesAround
    for (let index = first; index < end && after.length < maxCharactersAround; index++) {
      const piece = pieces[index]
      if (!piece || (block && !isWithin(piece.parent, block))) break
      if (!isInLink(piece.parent)) after += ` ${piece.text}`
    }
    return `${before.slice(-maxCharactersAround)} ${after.slice(0, maxCharactersAround)}`
  }
}
