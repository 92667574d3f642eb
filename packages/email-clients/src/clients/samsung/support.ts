import { caniemailCells } from '../../caniemail/caniemail-cells'
import { noLogicalOverflow } from '../../engine/logical-sides'
import { createSupport, refuses, type Correction, type Support } from '../../engine/support'

const corrections: readonly Correction[] = [
  ...refuses(
    'caniemail css-position note 1, 6.0',
    'value:position fixed',
    'value:position sticky',
    'value:position -webkit-sticky',
  ),
  ...noLogicalOverflow('2024-10'),
  // The cell is about the shorthand; its test has the longhands, too.
  ...refuses(
    'caniemail css-inset, 2024-05',
    ...['block', 'inline'].flatMap((axis) =>
      ['', '-start', '-end'].map((side) => `property:inset-${axis}${side}`),
    ),
  ),
  ...refuses('caniemail css-font-size note 2, 2024-02', 'value:font-size larger', 'value:font-size smaller'),
  ...refuses(
    'caniemail css-sytem-ui note 1, 6.1.73.1',
    ...['serif', 'sans-serif', 'monospace', 'rounded'].map((name) => `value:font-family ui-${name}`),
  ),
]

/**
 * For any provider but Microsoft, with which the app has no media queries, gradients and more (caniemail, css-at-media
 * note 9 and others, 6.1.90.16).
 *
 * @param version the app updates itself independently of Android; null: the newest
 */
export function createSamsungSupport(version: string | null): Support {
  return createSupport({ cells: caniemailCells('samsung-email/android'), version, corrections })
}
