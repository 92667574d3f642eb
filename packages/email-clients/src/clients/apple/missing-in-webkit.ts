import type { Citation } from '../../sources/sources'
import { compareVersions } from '../../engine/compare-versions'
import { refuses, type Correction } from '../../engine/support'

/** Features not tested in Mail, with the first version of Safari that has them. iOS has the same version. */
const firstVersions: readonly (readonly [version: string, source: Citation, ...subjects: string[]])[] = [
  [
    '13.4',
    'caniemail css-text-decoration-color note 1, 2020-04: only with -webkit- in iOS 12',
    'property:text-decoration-color',
    'property:text-decoration-thickness',
  ],
  ['14.1', 'MDN: inset, Safari 14.1', 'property:inset'],
  ['14.1', 'MDN: gap in flex containers, Safari 14.1', 'property:gap', 'property:row-gap'],
  ['15', 'MDN: aspect-ratio, Safari 15', 'property:aspect-ratio'],
  ['15', 'MDN: lab(), lch(), hwb(), Safari 15', 'function:lab', 'function:lch', 'function:hwb'],
  ['15.4', 'MDN: :has(), Safari 15.4', 'pseudo-class:has'],
  ['15.4', 'MDN: accent-color, Safari 15.4', 'property:accent-color'],
  ['15.4', 'MDN: oklab(), oklch(), Safari 15.4', 'function:oklab', 'function:oklch'],
  ['15.4', 'MDN: @layer, Safari 15.4', 'at-rule:layer'],
  ['16', 'MDN: @container, Safari 16', 'at-rule:container'],
  ['16.2', 'MDN: color-mix(), Safari 16.2', 'function:color-mix'],
  ['16.5', 'MDN: CSS nesting, Safari 16.5', 'syntax:nesting'],
  ['17', 'MDN: popover, Safari 17', 'attribute:popover'],
  ['17.4', 'MDN: text-wrap, Safari 17.4', 'property:text-wrap', 'property:text-wrap-mode'],
  ['17.5', 'MDN: light-dark(), Safari 17.5', 'function:light-dark'],
  [
    '17.5',
    'MDN: text-wrap-style, balance, Safari 17.5',
    'property:text-wrap-style',
    'value:text-wrap balance',
  ],
  // Until then only with -webkit-: caniemail css-backdrop-filter note 1, Mail 13 to iOS 15.
  ['18', 'MDN: backdrop-filter without prefix, Safari 18', 'property:backdrop-filter'],
  ['18', 'MDN: content-visibility, Safari 18', 'property:content-visibility'],
  [
    '18.2',
    'MDN: text-box, Safari 18.2',
    'property:text-box',
    'property:text-box-edge',
    'property:text-box-trim',
  ],
  ['18.4', 'MDN: shape(), Safari 18.4', 'function:shape'],
  ['26', 'MDN: text-wrap: pretty, Safari 26', 'value:text-wrap pretty', 'value:text-wrap-style pretty'],
  ['26', 'MDN: contrast-color(), Safari 26', 'function:contrast-color'],
  ['26', 'MDN: anchor positioning, Safari 26', 'property:anchor-name', 'property:position-area'],
  ['26', 'MDN: anchor(), anchor-size(), Safari 26', 'function:anchor', 'function:anchor-size'],
  ['26', 'MDN: animation-timeline, Safari 26', 'property:animation-timeline'],
]

export function missingInWebkit(version: string): Correction[] {
  return firstVersions
    .filter(([firstVersion]) => compareVersions(version, firstVersion) < 0)
    .flatMap(([, source, ...subjects]) => refuses(source, ...subjects))
}
