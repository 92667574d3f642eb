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

/** The links that have an address which is no placeholder of a template: those the check `template` tells. */
export function linksOf(html: CheckedHtml | null): Link[] {
  if (html === null) return []
  return html.elements
    .filter(({ tagName }) => tagName === 'a' || tagName === 'area')
    .flatMap((element) => {
      const href = findAttribute(element, 'href')
      return href === null || mergeTagInAddress(href) !== null
        ? []
        : [{ element, address: href.trim(), span: attributeSpan(element, 'href'), words: wordsOf(element) }]
    })
}

/** The web address of a link. Null for other links, and for one that is no valid address. */
export function webAddress({ address }: Pick<Link, 'address'>): URL | null {
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address) : null
}
