import type { Month } from '../../email-client'
import { noLogicalOverflow } from '../../engine/logical-sides'
import { honours, refuses, type Correction } from '../../engine/support'

/** Cells that say "partly" or are about several subjects. */
export const gmailCorrections: readonly Correction[] = [
  ...refuses(
    'caniemail html-semantics note 2, 2019-07',
    'element:details',
    'element:main',
    'element:nav',
    'element:summary',
  ),
  ...refuses('caniemail css-gap note 1, 2022-12', 'property:gap', 'property:row-gap', 'property:grid-gap'),
  ...noLogicalOverflow('2024-10'),
  // Gmail sets word-wrap: break-word on everything, so an email's own has no effect.
  ...refuses('caniemail css-word-wrap note 1, 2025-05', 'property:word-wrap'),
  ...refuses('caniemail html-lists note 1, 2024-02', 'attribute:reversed'),
  // Gmail keeps the attribute but forces its value; the step `forceLinkTarget` does that.
  ...honours('caniemail html-target note 1, 2021-12', 'attribute:target'),
  ...honours('caniemail css-variables note 1, 2019-08', 'function:var'),
]

export const googleAccountCorrections: readonly Correction[] = [
  ...gmailCorrections,
  ...honours('caniemail css-gap note 1, 2022-12', 'property:column-gap'),
  ...honours(
    'Google, CSS support in Gmail: width, orientation, resolution (page without date)',
    'media-feature:width',
    'media-feature:min-width',
    'media-feature:max-width',
    'media-feature:device-width',
    'media-feature:min-device-width',
    'media-feature:max-device-width',
    'media-feature:resolution',
    'media-feature:min-resolution',
    'media-feature:max-resolution',
  ),
]

export const noHeightQueries = (tested: Month): readonly Correction[] =>
  refuses(
    `caniemail css-at-media note 7, ${tested}`,
    'media-feature:height',
    'media-feature:min-height',
    'media-feature:max-height',
    'media-feature:device-height',
    'media-feature:min-device-height',
    'media-feature:max-device-height',
  )
