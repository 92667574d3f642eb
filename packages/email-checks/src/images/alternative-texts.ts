import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { namelessLinks, picturesIn } from '../accessibility/link-name'
import { attributeSpan, tagSpan } from '../checked-html'
import type { Rule } from '../rule'
import { shownAddress } from '../shown-address'
import { wcag } from '../sources'
import { picturesOf } from './picture'

export const noAlt: Rule = {
  name: 'images/no-alt',
  severity: 'error',
  title: 'A picture has no alternative text.',
  sources: [wcag('1.1.1', 'non-text-content')],
  isOneRow: true,
  find: function* ({ html }) {
    for (const { element, address } of picturesOf(html)) {
      if (findAttribute(element, 'alt') !== null || isNoContent(element)) continue
      yield {
        what: address,
        span: tagSpan(element),
        description: 'The picture has no alt; give it a text, or alt="" if it only decorates.',
      }
    }
  },
}

type Element = Parameters<typeof findAttribute>[0]

/** Whether assistive programs skip the picture, or take its name from elsewhere. */
const isNoContent = (element: Element): boolean =>
  /^(?:presentation|none)$/i.test(findAttribute(element, 'role') ?? '') ||
  findAttribute(element, 'aria-hidden') === 'true' ||
  (findAttribute(element, 'aria-label') ?? '').trim() !== ''

const fileName = /^\s*[^\s/]+\.(?:png|jpe?g|gif|webp|svg|bmp|avif|tiff?)\s*$/i

export const fileNameAlt: Rule = {
  name: 'images/file-name-alt',
  severity: 'warning',
  title: 'The alternative text of a picture is a file name.',
  sources: [{ title: 'WCAG 2.2, failure F30', url: 'https://www.w3.org/WAI/WCAG22/Techniques/failures/F30' }],
  find: function* ({ html }) {
    for (const { element } of picturesOf(html)) {
      const alt = findAttribute(element, 'alt') ?? ''
      if (!fileName.test(alt)) continue
      yield {
        what: alt.trim().slice(0, 200),
        span: attributeSpan(element, 'alt'),
        description: 'The alt is a file name; say what the picture shows.',
      }
    }
  },
}

export const linkWithoutText: Rule = {
  name: 'images/link-without-text',
  severity: 'error',
  title: 'A link has only a picture whose alternative text is empty.',
  sources: [wcag('2.4.4', 'link-purpose-in-context')],
  isOneRow: true,
  find: function* ({ html }) {
    for (const link of namelessLinks(html)) {
      const pictures = picturesIn(link)
      const [first] = pictures
      // A picture without `alt` has a rule of its own.
      if (!first || pictures.some((picture) => findAttribute(picture, 'alt') === null)) continue
      yield {
        what: shownAddress(findAttribute(link, 'href') ?? ''),
        span: tagSpan(first),
        description: 'The picture is all that the link has, and its alt is empty; say where the link leads.',
      }
    }
  },
}
