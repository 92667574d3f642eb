import { compareVersions } from '../../emulate/compare-versions'
import { corrected, type Correction } from '../../emulate/support'

/**
 * What WebKit learned later than its oldest devices here, and nobody tested in their Mail: the version of Safari, which is that of iOS,
 * that has it first.
 */
const firstVersions: readonly (readonly [version: string, source: string, ...subjects: string[]])[] = [
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
  ['17.5', 'MDN: light-dark(), Safari 17.5', 'function:light-dark'],
]

/** Corrections for one version of Safari, iOS or, nearly the same numbers, of Mail on macOS. */
export function missingInWebkit(version: string): Correction[] {
  return firstVersions
    .filter(([first]) => compareVersions(version, first) < 0)
    .flatMap(([, source, ...subjects]) => corrected(false, source, ...subjects))
}
