import { noLogicalClear, noLogicalFloat, noLogicalOverflow } from '../../engine/logical-sides'
import { honours, refuses, type Correction } from '../../engine/support'

/** The step `stripPseudoArguments` removes the argument of `:has()`. */
export const yahooWebCorrections: readonly Correction[] = honours(
  'caniemail css-pseudo-class-has note 1, 2023-09',
  'pseudo-class:has',
)

/** Yahoo and AOL have one filter. Its cells say "partly" or are about several subjects. */
export const yahooCorrections: readonly Correction[] = [
  ...refuses(
    'caniemail css-position note 3, 2021-05',
    'value:position absolute',
    'value:position fixed',
    'value:position sticky',
  ),
  ...refuses(
    'caniemail css-display note 6, 2021-12',
    ...['flow-root', 'flow', 'inline-flex', 'inline-grid', 'contents', 'revert'].map(
      (value) => `value:display ${value}`,
    ),
  ),
  ...refuses(
    'caniemail css-text-align notes 1 and 3, 2025-11',
    'value:text-align start',
    'value:text-align end',
    'value:text-align match-parent',
  ),
  ...noLogicalFloat,
  ...noLogicalClear,
  ...noLogicalOverflow('2025-05'),
  ...refuses(
    'caniemail css-transition notes 1 and 2, 2024-03',
    ...['delay', 'duration', 'property', 'timing-function'].map((part) => `property:transition-${part}`),
    'value:transition all',
  ),
  ...refuses('caniemail html-lists note 1, 2024-02', 'attribute:reversed'),
  // Yahoo keeps the attribute but forces its value; the step `forceLinkTarget` does that.
  ...honours('caniemail html-target note 1, 2021-12', 'attribute:target'),
  // The step `stripPseudoArguments` removes their arguments, which leaves a selector that browsers refuse.
  ...honours(
    'caniemail css-pseudo-class-nth-child note 2, 2019-10',
    'pseudo-class:nth-child',
    'pseudo-class:nth-last-child',
    'pseudo-class:nth-of-type',
    'pseudo-class:nth-last-of-type',
  ),
  ...honours(
    'caniemail css-at-media note 2, 2020-01',
    'media-feature:min-width',
    'media-feature:max-width',
    'media-feature:min-height',
    'media-feature:max-height',
  ),
]

export const yahooAppCorrections: readonly Correction[] = [
  ...yahooCorrections,
  ...refuses('caniemail css-white-space note 2, 2019-02', 'value:white-space pre'),
]
