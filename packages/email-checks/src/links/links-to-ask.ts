import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { CheckedHtml } from '../checked-html'
import { named } from '../headers/header-fields'
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
  const inHeader = [...new Set(inListUnsubscribe(header ?? ''))]
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
    // One link that must be left alone is enough, whatever others say of the same address.
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

/** Their words are not read, and may say that a click unsubscribes. */
const alsoBeyond = `one of the links after the first ${maxLinks}, which are not looked at, leads there too`

function whyTooMuch(address: string, { ask }: LinksToAsk): string | null {
  if (address.length > maxReadLength) return `its address has more than ${maxReadLength} characters`
  return ask.length >= maxAsked ? `only ${maxAsked} links of an email are asked` : null
}

function inListUnsubscribe(header: string): string[] {
  const addressesOf = ({ value }: { value: string }): URL[] =>
    [...value.matchAll(/<\s*(https?:[^<>]+)>/gi)].flatMap(([, address = '']) => {
      const text = address.replace(/\s+/g, '')
      return URL.canParse(text) ? [new URL(text)] : []
    })
  return named(header, 'list-unsubscribe').flatMap(addressesOf).map(unsubscribeKeyOf)
}

/** Equal for addresses that differ only in scheme and query. The query counts if the path is `/`. */
export const unsubscribeKeyOf = ({ host, pathname, search }: URL): string =>
  host + (pathname === '/' ? `/${search}` : pathname)

export const namedByHeader = 'List-Unsubscribe names it'

/** The words of a link, and what screen readers and tooltips say instead. */
function saidOf({ element, words }: Link): string {
  const said = withElementsWithin(element).flatMap((one) =>
    ['alt', 'title', 'aria-label'].map((name) => findAttribute(one, name) ?? ''),
  )
  return [words, ...said].join(' ').slice(0, maxSaidLength)
}

const maxSaidLength = 2_000
const maxElements = 50

function withElementsWithin(element: Tree.Element): Tree.Element[] {
  const found = [element]
  for (const { childNodes } of found)
    for (const node of childNodes) {
      if (found.length >= maxElements) return found
      if ('tagName' in node) found.push(node)
    }
  return found
}

const blocks: ReadonlySet<string> = new Set(['p', 'td', 'th', 'div', 'li', 'center', 'body'])
/** A link of so few characters may say only `here`, in any language. */
const fewCharacters = 24
/** Read on each side of such a link, at most, in this many pieces of text. */
const charactersAround = 300
const piecesAround = 60

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
    let first = 0
    for (let end = pieces.length; first < end;) {
      const middle = (first + end) >> 1
      if ((pieces[middle]?.start ?? 0) < at) first = middle + 1
      else end = middle
    }
    const said = { before: '', after: '' }
    for (
      let index = first - 1;
      index >= first - piecesAround && said.before.length < charactersAround;
      index--
    ) {
      const piece = pieces[index]
      if (!piece || (block && !isWithin(piece.parent, block))) break
      if (!isInLink(piece.parent)) said.before = `${piece.text} ${said.before}`
    }
    for (let index = first; index < first + piecesAround && said.after.length < charactersAround; index++) {
      const piece = pieces[index]
      if (!piece || (block && !isWithin(piece.parent, block))) break
      if (!isInLink(piece.parent)) said.after += ` ${piece.text}`
    }
    return `${said.before.slice(-charactersAround)} ${said.after.slice(0, charactersAround)}`
  }
}
