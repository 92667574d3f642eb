import { generate } from 'css-tree'
import type { Citation } from '../../../../sources/sources'
import { placeOf } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'
import { isBlock } from '../paragraphs/read-formats'
import type { WordVersion } from '../../word-version'

interface Restriction {
  appliesTo: (property: string) => boolean
  isHonoured: (tagName: string) => boolean
  source: Citation
}

const onlyOn =
  (...tagNames: string[]): Restriction['isHonoured'] =>
  (tagName) =>
    tagNames.includes(tagName)

const notOn =
  (...tagNames: string[]): Restriction['isHonoured'] =>
  (tagName) =>
    !tagNames.includes(tagName)

const runs = new Set(
  'a abbr acronym b bdo big cite code del dfn em font i ins kbd label q s samp small span strike strong sub sup tt u var'.split(
    ' ',
  ),
)

function restrictionsOf(version: WordVersion, isWindowsMail: boolean): Restriction[] {
  // Assumed: caniemail's cells of Windows 10 Mail have no such note (css-width, css-height, 2019-09), but zammad/zammad
  // 4691, 2023, says that "Microsoft mail clients" ignore the size of images in CSS.
  const unsized = ['body', 'span', 'div', 'p', ...(isWindowsMail ? [] : ['img'])]
  const sizes: Restriction[] = [
    {
      appliesTo: (property) => property === 'width',
      isHonoured: notOn(...unsized),
      source: 'caniemail css-width note 1, 2019-09',
    },
    {
      // The cell does not mention images. Only attributes size them: leemunroe/responsive-html-email-template 91,
      // 2019-02.
      appliesTo: (property) => property === 'height',
      isHonoured: notOn(...unsized),
      source: 'caniemail css-height note 2, 2019-09',
    },
  ]
  const always: Restriction[] = [
    {
      appliesTo: (property) => property.startsWith('padding'),
      // The padding of blocks depends on their borders (setParagraphs).
      isHonoured: (tagName) => tagName === 'td' || tagName === 'th' || isBlock(tagName),
      source: 'caniemail css-padding note 1, 2019-07',
    },
    {
      appliesTo: (property) => /^border-(?:top|right|bottom|left)(?:-|$)/.test(property),
      isHonoured: notOn('body', 'span'),
      source: 'HT 2020, property levels (Microsoft aa338201): not of the core level',
    },
    {
      appliesTo: (property) => /^(?:border|margin|padding)(?!-collapse|-spacing)/.test(property),
      isHonoured: notOn('img'),
      source: 'EDMdesigner/modern-html-email-tutorial, lesson10, real pictures, 2017: none on a picture',
    },
    {
      appliesTo: (property) => property.startsWith('margin'),
      isHonoured: notOn('body', 'span'),
      source: 'caniemail css-margin note 2, 2019-10',
    },
    {
      appliesTo: (property) => property === 'line-height' || property === 'mso-line-height-rule',
      isHonoured: (tagName) => !runs.has(tagName),
      source:
        'ECMA-376 part 1, 17.3.1.33 spacing: of a paragraph, not of a run; assumed: against the list of 2006, which has it',
    },
    {
      // A background of <html> would show around the background of <body>.
      appliesTo: (property) => /^(?:background|margin)/.test(property),
      isHonoured: notOn('html'),
      source: 'engineering default: the page has the background of <body>',
    },
    {
      appliesTo: (property) => property === 'text-indent',
      isHonoured: notOn('body', 'span'),
      source: 'HT 2020, property levels (Microsoft aa338201): not of the core level',
    },
  ]
  const maxWidth: Restriction = {
    appliesTo: (property) => property === 'max-width',
    isHonoured: onlyOn('table'),
    source: 'caniemail css-max-width note 1, 2019-08',
  }
  const background: Restriction = {
    appliesTo: (property) => property.startsWith('background'),
    isHonoured: notOn('body'),
    source:
      'EDMdesigner/modern-html-email-tutorial, c113fc4, lessons 03 and 09, real pictures, 2016-12 to 2017-03',
  }
  // Windows 10 Mail ignores `max-width` on a division, too: EDMdesigner/modern-html-email-tutorial, lesson03, real
  // picture, 2016-12.
  if (isWindowsMail) return [...sizes, ...always, maxWidth, background]
  return version >= 2019 ? [...sizes, ...always, maxWidth] : [...sizes, ...always]
}

/** CSS resets set padding and margin to 0. Word has 0 there anyway, so no change is recorded. */
const isReset = (property: string, value: string, tagName: string): boolean =>
  /^0(?:px|em|pt|%)?(?: 0(?:px|em|pt|%)?)*$/.test(value) &&
  (property.startsWith('padding') ||
    (property.startsWith('margin') && ['html', 'span', 'img'].includes(tagName)))

/** Each `style` attribute must belong to one type of element, as `inlineRules` leaves it. */
export function restrictProperties(version: WordVersion, isWindowsMail: boolean): Step {
  const restrictions = restrictionsOf(version, isWindowsMail)
  return function restrictProperties(message) {
    for (const { owners, list } of message.styleAttributes) {
      const [owner] = owners
      if (!owner || !list) continue
      const { tagName } = owner
      list.children.forEach((node, item) => {
        if (node.type !== 'Declaration') return
        const property = node.property.toLowerCase()
        const refused = restrictions.find(
          (restriction) => restriction.appliesTo(property) && !restriction.isHonoured(tagName),
        )
        if (!refused) return
        if (isReset(property, generate(node.value), tagName)) {
          list.children.remove(item)
          return
        }
        const kind = {
          rule: 'property-not-on-element',
          what: `${property} on <${tagName}>`,
          source: refused.source,
        }
        const part = { elements: [...owners], declarations: [node], beside: list.children }
        if (message.changes.record(kind, placeOf(owner, 'style'), owners.length, part))
          list.children.remove(item)
      })
    }
  }
}
