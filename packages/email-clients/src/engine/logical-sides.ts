import type { Month } from '../email-client'
import { refuses, type Correction } from './support'

/** caniemail's cell is about the whole property. */
export const noLogicalFloat: readonly Correction[] = refuses(
  'caniemail css-float note 2, 2024-05',
  'value:float inline-start',
  'value:float inline-end',
)

export const noLogicalClear: readonly Correction[] = refuses(
  'caniemail css-clear note 1, 2024-09',
  'value:clear inline-start',
  'value:clear inline-end',
)

export const noLogicalOverflow = (tested: Month): readonly Correction[] =>
  refuses(`caniemail css-overflow note 4, ${tested}`, 'property:overflow-block', 'property:overflow-inline')
