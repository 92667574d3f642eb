import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { MessageStructure } from '@pas/messages/message-structure'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { isVague } from '../accessibility/vague-link'
import { upwards, wordsOf, type CheckedHtml } from '../checked-html'
import { named } from '../headers/header-fields'
import { maxReadLength } from './folded-words'
import { whyLeftAlone, type LeftAloneOptions } from './left-alone'
import { linksOf, webAddress, type Link } from './link'

/** The distinct web addresses of an email's links, without their fragments, in the order of the document. */
export interface LinksToAsk {
  ask: string[]
  /** Those that must not be asked, each with the reason as one clause. At most `maxLeftAlone` of them. */
  leftAlone: [address: string, reason: string][]
}

/** Addresses of one email that are asked. */
export const maxAsked = 100
/** Only a hostile email has more. */
const maxLeftAlone = 1_000

/** Sorts an email's links into those to ask and those to leave alone. Pure. */
export function linksToAsk(
  html: CheckedHtml | null,
  message: MessageStructure | null,
  options: LeftAloneOptions,
): LinksToAsk {
  const isInHeader = inListUnsubscribe(message)
  const saysAround = aroundVagueLinks()
  const reasons = new Map<string, string | null>()
  for (const link of linksOf(html)) {
    const url = webAddress(link)
    if (url === null) continue
    const reason = isInHeader(url)
      ? 'List-Unsubscribe names it'
      : whyLeftAlone(url, `${saidOf(link)} ${saysAround(link)}`, options)
    url.hash = ''
    // One link that must be left alone is enough, whatever others say of the same address.
    if (reason !== null || !reasons.has(url.href)) reasons.set(url.href, reason)
  }
  const links: LinksToAsk = { ask: [], leftAlone: [] }
  for (const [address, reason] of reasons) {
    const why = reason ?? whyTooMuch(address, links)
    if (why === null) links.ask.push(address)
    else if (links.leftAlone.length < maxLeftAlone) links.leftAlone.push([address, why])
  }
  return links
}

function whyTooMuch(address: string, { ask }: LinksToAsk): string | null {
  if (address.length > maxReadLength) return `its address has more than ${maxReadLength} characters`
  return ask.length >= maxAsked ? `only ${maxAsked} links of an email are asked` : null
}

/** Whether List-Unsubscribe names an address, whatever their schemes and queries, unless the path is the host's root. */
function inListUnsubscribe(message: MessageStructure | null): (url: URL) => boolean {
  const addressesOf = ({ value }: { value: string }): URL[] =>
    [...value.matchAll(/<\s*(https?:[^<>]+)>/gi)].flatMap(([, address = '']) => {
      const text = address.replace(/\s+/g, '')
      return URL.canParse(text) ? [new URL(text)] : []
    })
  const keyOf = ({ host, pathname, search }: URL): string =>
    host + (pathname === '/' ? `/${search}` : pathname)
  const keys = new Set(
    named(message?.header ?? '', 'list-unsubscribe')
      .flatMap(addressesOf)
      .map(keyOf),
  )
  return (url) => keys.has(keyOf(url))
}

/** All that the email says of a link itself: its words, and what screen readers and tooltips say instead. */
function saidOf({ element, words }: Link): string {
  const said = withElementsWithin(element).flatMap((one) =>
    ['alt', 'title', 'aria-label'].map((name) => findAttribute(one, name) ?? ''),
  )
  return [words, ...said].join(' ').slice(0, maxSaidLength)
}

/** Characters that are said of a link, far more than of real ones. */
const maxSaidLength = 2_000
const maxElements = 50

/** An element and the first of those within it. */
function withElementsWithin(element: Tree.Element): Tree.Element[] {
  const found = [element]
  for (const { childNodes } of found)
    for (const node of childNodes) if ('tagName' in node && found.length < maxElements) found.push(node)
  return found
}

/** Elements that hold a line or a paragraph. */
const blocks: ReadonlySet<string> = new Set(['p', 'td', 'th', 'div', 'li', 'center', 'body'])
/** Characters of a paragraph that are read: those about unsubscribing are short. */
const maxParagraphLength = 600
/** Paragraphs of one email that are read for this; a newsletter has a few. */
const maxParagraphs = 200

/** The words of the paragraph around a link that itself says only `here`: `To unsubscribe, click here`. */
function aroundVagueLinks(): (link: Link) => string {
  const known = new Map<Tree.Element, string>()
  return ({ element, words }) => {
    if (words !== '' && !isVague(words)) return ''
    for (const around of upwards(element)) {
      if (!blocks.has(around.tagName)) continue
      if (!known.has(around) && known.size < maxParagraphs) known.set(around, wordsOf(around))
      const said = known.get(around) ?? ''
      return said.length <= maxParagraphLength ? said : ''
    }
    return ''
  }
}
