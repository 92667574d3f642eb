import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { attributeSpan, wordsOf, type CheckedHtml } from '../checked-html'
import type { Span } from '../span'
import { mergeTagInAddress } from '../template/merge-tags'

export interface Link {
  element: Tree.Element
  address: string
  span: Span | null
  words: string
}

/** Only a hostile email has more. */
export const maxLinks = 1_000

/** The first `maxLinks` links with an address. Leaves out placeholders, which `template` reports. */
export const linksOf = (html: CheckedHtml | null): readonly Link[] =>
  html === null ? [] : linksIn(html).lookedAt

export const addressesBeyond = (html: CheckedHtml | null): readonly string[] =>
  html === null ? [] : linksIn(html).beyond

interface LinksInHtml {
  lookedAt: readonly Link[]
  beyond: readonly string[]
}

/** All rules read the same links. */
const linksByHtml = new WeakMap<CheckedHtml, LinksInHtml>()

function linksIn(html: CheckedHtml): LinksInHtml {
  const known = linksByHtml.get(html)
  if (known) return known
  const addressed = html.elements
    .filter(({ tagName }) => tagName === 'a' || tagName === 'area')
    .flatMap((element) => {
      const href = findAttribute(element, 'href')
      return href === null || mergeTagInAddress(href) !== null ? [] : [{ element, address: href.trim() }]
    })
  const links = {
    lookedAt: addressed.slice(0, maxLinks).map((link) => ({
      ...link,
      span: attributeSpan(link.element, 'href'),
      words: wordsOf(link.element),
    })),
    beyond: addressed.slice(maxLinks).map(({ address }) => address),
  }
  linksByHtml.set(html, links)
  return links
}

/** A finding's fix that writes `https` for the first `http` of a stretch. Empty if there is none. */
export function fixToHttps(html: CheckedHtml | null, span: Span | null, description: string) {
  const at = html && span ? html.source.slice(span.start, span.end).search(/http:/i) : -1
  if (span === null || at < 0) return {}
  const start = span.start + at
  return {
    fix: { description, edits: [{ part: span.part, start, end: start + 'http'.length, text: 'https' }] },
  }
}

export function webAddress({ address }: Pick<Link, 'address'>): URL | null {
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address) : null
}
