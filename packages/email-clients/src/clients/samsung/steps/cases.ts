import type { StepCase } from '../../../engine/step-case'

/** What the steps of Samsung Email do. */
export const samsungStepCases: readonly StepCase[] = [
  { step: 'removeFullHeights', sees: 'A box of 100 % height is as high as its text.', html: '<p style="height:100%">x</p>', shows: '<p>x</p>', rule: 'full-height-removed', sources: { ANDROIDSAMSUNG15: 'HT 2023-12, Samsung Auto-fit' } },
  { step: 'removeFullHeights', sees: 'A table of 100 % height is as high as its text.', html: '<table height="100%"><tbody><tr><td>x</td></tr></tbody></table>', shows: '<table><tbody><tr><td>x</td></tr></tbody></table>', rule: 'full-height-removed', sources: { ANDROIDSAMSUNG15: 'HT 2023-12, Samsung Auto-fit' } },
  { step: 'reportDarkened', sees: 'A white background is dark, and black text light.', html: '<p style="background-color:#ffffff;color:#000000">x</p>', rule: 'dark-partial-inversion', sources: { ANDROIDSAMSUNG15DARK: 'Litmus' } },
]
