import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { attributeSpan, wordsOf, type CheckedHtml } from '../checked-html'
import type { Span } from '../span'
import { mergeTagInAddress } from '../template/merge-tags'

/** A link of an email, or an area of a picture that leads somewhere. */
export interface Link {
  element: Tree.Element
  /** As written, without blanks around it. */
  address: string
  /** Where the address is written. */
  span: Span | null
  words: string
}

/** Links of an email that are looked at. Only a hostile email has more. */
export const maxLinks = 1_000

/**
 * The first `maxLinks` links that have an address which is no placeholder of a template: those the check `template`
 * tells.
 */
export const linksOf = (html: CheckedHtml | null): readonly Link[] =>
  html === null ? [] : linksIn(html).lookedAt

/** The addresses of the links after those of `linksOf`. */
export const addressesBeyond = (html: CheckedHtml | null): readonly string[] =>
  html === null ? [] : linksIn(html).beyond

interface LinksInHtml {
  lookedAt: readonly Link[]
  beyond: readonly string[]
}

const known = new WeakMap<CheckedHtml, LinksInHtml>()

/** Found once for all rules about links. */
function linksIn(html: CheckedHtml): LinksInHtml {
  const before = known.get(html)
  if (before) return before
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
  known.set(html, links)
  return links
}

/** The web address of a link. Null for other links, and for one that is no valid address. */
export function webAddress({ address }: Pick<Link, 'address'>): URL | null {
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address) : null
}
