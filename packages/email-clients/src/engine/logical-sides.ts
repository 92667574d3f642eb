import type { Month } from '../email-client'
import { refuses, type Correction } from './support'

/** Corrections for clients without `float: inline-start`. caniemail's cell is about the whole property. */
export const noLogicalFloat: readonly Correction[] = refuses(
  'caniemail css-float note 2, 2024-05',
  'value:float inline-start',
  'value:float inline-end',
)

/** Corrections for clients without `clear: inline-start` and `inline-end`. */
export const noLogicalClear: readonly Correction[] = refuses(
  'caniemail css-clear note 1, 2024-09',
  'value:clear inline-start',
  'value:clear inline-end',
)

/** Corrections for clients without `overflow-block` and `overflow-inline`, as tested in this month. */
export const noLogicalOverflow = (tested: Month): readonly Correction[] =>
  refuses(`caniemail css-overflow note 4, ${tested}`, 'property:overflow-block', 'property:overflow-inline')
