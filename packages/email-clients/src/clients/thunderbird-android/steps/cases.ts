import type { StepCase } from '../../../engine/step-case'

export const thunderbirdAndroidStepCases: readonly StepCase[] = [
  { step: 'cleanLikeJsoup', sees: 'The text of an element that is not on the list.', html: '<p>a</p><main>x</main>', hides: '<main>', rule: 'element-unsupported', sources: { K9MAIL: 'thunderbird-android', THUNDERBIRDANDROID: 'thunderbird-android' } },
  { step: 'cleanLikeJsoup', sees: 'A hidden paragraph is shown.', html: '<p hidden>x</p>', shows: '<p>x</p>', rule: 'attribute-unsupported', sources: { K9MAIL: 'thunderbird-android' } },
  { step: 'reportUnlessDark', sees: 'A white background is dark, and black text light.', html: '<p style="background-color:#ffffff;color:#000000">x</p>', rule: 'dark-partial-inversion', sources: { K9MAILDARK: 'thunderbird-android' } },
]
