import { refuses, type Correction } from './support'

/** For clients that know no `float: inline-start` and `inline-end`; a cell says of the property alone that it is there. */
export const noLogicalFloat: readonly Correction[] = refuses(
  'caniemail css-float note 2, 2024-05',
  'value:float inline-start',
  'value:float inline-end',
)

/** The same for `clear`. */
export const noLogicalClear: readonly Correction[] = refuses(
  'caniemail css-clear note 1, 2024-09',
  'value:clear inline-start',
  'value:clear inline-end',
)
