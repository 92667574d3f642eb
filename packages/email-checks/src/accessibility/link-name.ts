import { elementsIn, findAttribute } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { wordsOf, type CheckedHtml } from '../checked-html'

/**
 * What assistive programs call a link (accname 1.2 §4.3.2): its `aria-label`, else its words and the alternative texts
 * in it, else its `title`. Empty if it has no name.
 */
export function nameOfLink(link: Tree.Element): string {
  const inside = (): string =>
    [wordsOf(link), ...picturesIn(link).map((picture) => first(picture, ['aria-label', 'alt', 'title']))]
      .join(' ')
      .trim()
  return first(link, ['aria-label']) || inside() || first(link, ['title'])
}

/** Links that readers come across, and that have no name. */
export const namelessLinks = (html: CheckedHtml | null): Tree.Element[] =>
  (html?.named('a') ?? []).filter(
    (link) =>
      findAttribute(link, 'href') !== null &&
      findAttribute(link, 'aria-hidden') !== 'true' &&
      nameOfLink(link) === '',
  )

export const picturesIn = (link: Tree.Element): Tree.Element[] =>
  elementsIn(link).filter(({ tagName }) => tagName === 'img')

const first = (element: Tree.Element, attributes: readonly string[]): string =>
  attributes.map((name) => (findAttribute(element, name) ?? '').trim()).find((value) => value !== '') ?? ''
