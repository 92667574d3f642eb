import { caniemailCells } from '../../caniemail/caniemail-cells'
import { androidApp, appleApp, type Device } from '../../engine/answer-device-queries'
import { drawAndroidFonts } from '../../engine/android-fonts'
import { drawIosFonts } from '../../engine/ios-fonts'
import { androidPhone, iphone } from '../../engine/device-frames'
import type { Frame } from '../../engine/emulated-document'
import type { Step } from '../../engine/message'
import type { HtmlProfile } from '../../engine/profile'
import { wrapBody } from '../../engine/steps/wrap-body'
import { createSupport, honours, refuses, type Correction } from '../../engine/support'
import { dropBodyStyles } from '../../engine/steps/drop-body-styles'
import { dropElements } from '../../engine/steps/drop-elements'
import { hasAddress, refuseValues } from '../../engine/steps/refuse-values'
import { createWebmail, type Webmail } from './create-webmail'
import { changeValues, isKeyword, keyword } from './steps/change-values'
import { dropAttributesOn } from '../../engine/steps/drop-attributes-on'
import { placeholdImages } from './steps/placehold-images'
import { inIframe } from './page'

const sanitizer = 'ProtonMail/WebClients, sanitize/lib/escape.ts and purify.ts (2026)'

/**
 * `<style>` is honoured since 2022-02 (caniemail html-style); the cells about selectors and at-rules are from 2020. The
 * sanitiser removes only addresses, absolute positions, heights in percent and colour schemes.
 */
const selectorsSinceStyle: readonly Correction[] = [
  ...honours(
    'caniemail pull request 603, 2026-09-16',
    ...'type class id universal descendant child adjacent-sibling general-sibling chaining grouping'
      .split(' ')
      .map((name) => `selector:${name}`),
  ),
  ...honours(
    'caniemail pull request 602, 2026-09-16',
    ...'before after first-line first-letter'
      .split(' ')
      .flatMap((name) => [`pseudo-element:${name}`, `pseudo-class:${name}`]),
  ),
  ...honours(
    sanitizer,
    'selector:attribute',
    ...(
      'first-child first-of-type last-child last-of-type link not nth-child nth-last-child nth-last-of-type ' +
      'nth-of-type only-child only-of-type target visited checked'
    )
      .split(' ')
      .map((name) => `pseudo-class:${name}`),
    'at-rule:keyframes',
    'at-rule:supports',
    'media-feature:-webkit-min-device-pixel-ratio',
    'media-feature:-webkit-max-device-pixel-ratio',
    'media-feature:-webkit-device-pixel-ratio',
    ...(
      'animation animation-delay animation-direction animation-duration animation-fill-mode ' +
      'animation-iteration-count animation-name animation-play-state animation-timing-function'
    )
      .split(' ')
      .map((name) => `property:${name}`),
  ),
  ...refuses(sanitizer, 'at-rule:font-face', 'at-rule:import', 'media-feature:prefers-color-scheme'),
  ...refuses('caniemail css-at-media note 8, 2023-05', 'media-feature:orientation'),
]

const changeProtonValues = changeValues(
  {
    property: 'position',
    rule: 'position-relative',
    source: sanitizer,
    change: (value) => (isKeyword(value, 'absolute') ? [keyword('relative')] : null),
  },
  {
    property: /^(?:min-)?height$/,
    rule: 'percent-height-unset',
    source: sanitizer,
    change: ({ children }) => (children.first?.type === 'Percentage' ? [keyword('unset')] : null),
  },
)

const refuseAddresses = refuseValues({
  properties: /^list-style$/,
  refuses: hasAddress,
  what: 'list-style: url()',
  source: 'caniemail css-list-style note 4, 2020-04',
})

const common: Pick<Webmail, 'cssLast' | 'elementsFirst' | 'elementsLast' | 'blockedImages'> = {
  cssLast: [changeProtonValues, refuseAddresses],
  elementsFirst: [
    dropElements({ form: sanitizer, video: sanitizer, audio: sanitizer }),
    // Proton puts an element around every image, and does not align that element.
    dropAttributesOn(['img'], 'align', 'caniemail html-align note 1, 2021-11', ['left', 'right']),
    dropAttributesOn(['marquee'], 'behavior', 'caniemail html-marquee note 2, 2020-04'),
  ],
  elementsLast: [wrapBody({ id: 'proton-root' })],
  blockedImages: placeholdImages('ProtonMail/WebClients, MessageBodyImage.tsx'),
}

const font = '14px/1.5 Inter,Arial,Helvetica,sans-serif'
const linkColor = '#6d4aff'

/**
 * The message is in an iframe below #proton-root (howtotarget proton, 2025-04-27; WebClients, MessageBodyIframe), so
 * media queries refer to the message column.
 */
export const protonMail = createWebmail({
  ...common,
  support: createSupport({
    cells: caniemailCells('protonmail/desktop-webmail'),
    corrections: selectorsSinceStyle,
  }),
  page: inIframe({ title: 'Proton Mail', font, linkColor, columnWidth: 880 }),
})

function appProfile(
  title: string,
  upright: Frame,
  device: Device,
  app: Pick<Webmail, 'support' | 'cssLast'>,
): HtmlProfile {
  const page = inIframe({ title, font, linkColor, columnWidth: upright.width, frame: upright, device })
  const profile = createWebmail({
    ...common,
    ...app,
    page,
    cssFirst: [dropBodyStyles('caniemail html-style note 1, 2023-01')],
  })
  return { ...profile, turns: true, tooWide: 'scaled' }
}

const breakWords: Step = changeValues({
  property: 'word-break',
  rule: 'word-break-replaced',
  source: 'caniemail css-word-break note 2, 2022-02',
  change: (value) => (isKeyword(value, 'break-word') ? [keyword('break-all')] : null),
})

export const protonAndroid = appProfile('Proton Mail', androidPhone, androidApp, {
  support: createSupport({ cells: caniemailCells('protonmail/android') }),
  cssLast: [changeProtonValues, refuseAddresses, breakWords, drawAndroidFonts],
})

export const protonIos = appProfile('Proton Mail', iphone, appleApp, {
  support: createSupport({ cells: caniemailCells('protonmail/ios'), corrections: selectorsSinceStyle }),
  cssLast: [changeProtonValues, breakWords, drawIosFonts],
})
