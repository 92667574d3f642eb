import type { StepCase } from '../../../engine/step-case'

/** What the steps of Outlook without Word do. */
export const outlookWebStepCases: readonly StepCase[] = [
  { step: 'colourMailLinks', sees: 'A mail link is blue, whatever its colour.', html: '<a href="mailto:a@b.de" style="color:green">x</a>', shows: 'style="color:green;color:#0078d4!important"', rule: 'mail-link-coloured', sources: { OUTLOOKNEWMAC: 'email-bugs 107' } },
  {
    step: 'darkenColours',
    sees: 'A white background is dark, and black text light.',
    html: '<p style="background-color:#ffffff;color:#000000">x</p>',
    shows: '<p style="background-color:#292929;color:#ffffff" data-ogsb="#ffffff" data-ogsc="#000000">x</p>',
    rule: 'dark-colour',
    sources: { CHROMEOUTLOOKCOMDARK: 'HT 2021 (Outlook.com dark mode)', OUTLOOKIOS26DARK: 'email-bugs 112', OUTLOOKNEWMACDARK: 'HT 2021 (Outlook.com dark mode)' },
  },
  { step: 'darkenColours', sees: 'A white background is dark, and black text light.', html: '<p style="background-color:#ffffff;color:#000000">x</p>', shows: '<p style="background-color:#1c1c1c;color:#ffffff" data-ogsb="#ffffff" data-ogsc="#000000">x</p>', rule: 'dark-colour', sources: { OL2019MACDARK: 'caniemail css-at-media-prefers-color-scheme' } },
  { step: 'detectData', sees: 'A date is a blue link.', html: '<p>on May 5, 2026</p>', shows: 'x-apple-data-detectors-type="calendar-event"', rule: 'data-detected', sources: { OUTLOOKIOS26: 'emailmonday/Cerberus 213' } },
  { step: 'linkDetectedText', sees: 'A phone number is a blue link.', html: '<p>(555) 123-4567</p>', shows: '<a href="tel:5551234567" target="_blank" class="ms-outlook-linkify">', rule: 'link-detected', sources: { ANDROID15OUTLOOK: 'JayOram/email-css-resets, css-link-resets.md' } },
  { step: 'dropFormControls', sees: 'No field.', html: '<p>a<input></p>', shows: '<p>a</p>', rule: 'form-control-removed', sources: { ANDROID15OUTLOOK: 'caniemail html-input-text' } },
  { step: 'dropFormControls', sees: 'The text of a button.', html: '<p>a<button>b</button></p>', shows: '<p>ab</p>', rule: 'form-control-removed', sources: { CHROMEOUTLOOKCOM: 'caniemail html-button-submit', OL2019MAC: 'caniemail html-button-submit', OUTLOOKIOS26: 'caniemail html-button-submit' } },
  { step: 'dropFormControls', sees: 'No button to send a form with.', html: '<p>a<input type="submit"></p>', shows: '<p>a</p>', rule: 'form-control-removed', sources: { CHROMEOUTLOOKCOM: 'caniemail html-input-submit', OL2019MAC: 'caniemail html-input-submit' } },
  { step: 'freeImageHeights', sees: 'A picture that the screen makes narrower keeps its proportions.', html: '<img alt="x" width="900" height="300">', shows: '<img alt="x" width="900" height="300" style="height:auto!important">', rule: 'image-height-freed', sources: { OUTLOOKIOS26: 'email-bugs 93' } },
  { step: 'limitSelectors', sees: 'A pseudo-class after a class matches nothing.', html: '<style>p{color:red}.a:hover{color:blue}</style><p>x</p>', hides: ':hover', rule: 'selector-unsupported', sources: { CHROMEOUTLOOKCOM: 'caniemail css-pseudo-class-hover' } },
  { step: 'limitSelectors', sees: 'An attribute selector after a class matches nothing.', html: '<style>p{color:red}.a[title]{color:blue}</style><p>x</p>', hides: '[title]', rule: 'selector-unsupported', sources: { CHROMEOUTLOOKCOM: 'caniemail css-selector-attribute', OUTLOOKIOS26: 'caniemail css-selector-attribute' } },
  { step: 'limitSelectors', sees: 'A pseudo-element after a class matches nothing.', html: '<style>p{color:red}.a::before{color:blue}</style><p>x</p>', hides: '::before', rule: 'selector-unsupported', sources: { OUTLOOKIOS26: 'caniemail css-pseudo-element-after' } },
  { step: 'limitSelectors', sees: ':checked after a class matches nothing.', html: '<style>p{color:red}.a:checked{color:blue}</style><p>x</p>', hides: ':checked', rule: 'selector-unsupported', sources: { ANDROID15OUTLOOK: 'caniemail css-pseudo-class-checked' } },
  { step: 'loseRulesAfterDoubleBrace', sees: 'What follows two closing braces is lost.', html: '<style>@media screen{p{color:red}}b{color:red}</style><p>x</p>', hides: 'b{color:red}', rule: 'rules-lost-after-braces', sources: { CHROMEOUTLOOKCOM: 'email-bugs 92', OUTLOOKIOS26: 'email-bugs 92' } },
  { step: 'prefixOutlookNames', sees: 'A rule for two classes of one element matches nothing.', html: '<style>.a.b{color:red}</style><p class="a b">x</p>', shows: '.x_a.b{color:red}', rule: 'chained-class-not-prefixed', sources: { CHROMEOUTLOOKCOM: 'email-bugs 61' } },
  { step: 'prefixOutlookNames', sees: 'Classes and ids are renamed.', html: '<p class="a" id="b">x</p>', shows: '<p class="x_a" id="x_b">x</p>', rule: null, sources: { CHROMEOUTLOOKCOM: 'email-bugs 61, 2019-07-02' } },
  { step: 'prefixOutlookNames', sees: 'Classes and ids are renamed.', html: '<p class="a" id="b">x</p>', shows: '<div id="x_converted-body"><p class="x_a" id="x_b">x</p></div>', rule: null, sources: { OUTLOOKNEWMAC: 'email-bugs 61, 2019-07-02' } },
  { step: 'showInvalidLinksAsText', sees: 'A link to a placeholder is its address in brackets, and its text.', html: '<p><a href="%link%">x</a></p>', shows: '<p>[%link%]x</p>', rule: 'invalid-link-shown', sources: { CHROMEOUTLOOKCOM: 'HT 2016 (Outlook.com, links)', OUTLOOKIOS26: 'HT 2016 (Outlook.com, links)' } },
  { step: 'showInvalidLinksAsText', sees: 'A link without an address is its text.', html: '<p><a href="">x</a></p>', shows: '<p>x</p>', rule: 'empty-link-removed', sources: { CHROMEOUTLOOKCOM: 'HT 2016 (Outlook.com, links)' } },
]
