import type { StepCase } from '../../../engine/step-case'

export const samsungStepCases: readonly StepCase[] = [
  { step: 'linkDetectedText', sees: 'A phone number is a link.', html: '<p>(555) 123-4567</p>', shows: '<a href="tel:5551234567">(555) 123-4567</a>', rule: 'link-detected', sources: { ANDROIDSAMSUNG15: 'leemunroe/responsive-html-email-template 72' } },
  { step: 'linkDetectedText', sees: 'A date is a link.', html: '<p>on May 5, 2026</p>', shows: '<a href="#">May 5, 2026</a>', rule: 'link-detected', sources: { ANDROIDSAMSUNG15: 'leemunroe/responsive-html-email-template 72' } },
  { step: 'removeFullHeights', sees: 'A box of 100 % height is as high as its text.', html: '<p style="height:100%">x</p>', shows: '<p>x</p>', rule: 'full-height-removed', sources: { ANDROIDSAMSUNG15: 'HT 2023-12, Samsung Auto-fit' } },
  { step: 'removeFullHeights', sees: 'A table of 100 % height is as high as its text.', html: '<table height="100%"><tbody><tr><td>x</td></tr></tbody></table>', shows: '<table><tbody><tr><td>x</td></tr></tbody></table>', rule: 'full-height-removed', sources: { ANDROIDSAMSUNG15: 'HT 2023-12, Samsung Auto-fit' } },
  { step: 'reportDarkened', sees: 'A white background is dark, and black text light.', html: '<p style="background-color:#ffffff;color:#000000">x</p>', rule: 'dark-partial-inversion', sources: { ANDROIDSAMSUNG15DARK: 'Litmus' } },
]
