import type { Month } from '../../email-client'
import { createElement } from '../../engine/html-tree'
import type { Step } from '../../engine/message'
import { blockImages } from '../../engine/steps/block-images'
import { dropBodyStyles } from '../../engine/steps/drop-body-styles'
import { filterAtRules } from '../../engine/steps/filter-at-rules'
import { filterAttributes } from '../../engine/steps/filter-attributes'
import { filterDeclarations } from '../../engine/steps/filter-declarations'
import { filterSelectors } from '../../engine/steps/filter-selectors'
import { filterSyntax } from '../../engine/steps/filter-syntax'
import { forceLinkTarget } from '../../engine/steps/force-link-target'
import { hideUnshownImages } from '../../engine/steps/hide-unshown-images'
import { joinValues } from '../../engine/steps/join-values'
import { linkDetectedText } from '../../engine/steps/link-detected-text'
import { prefixNames } from '../../engine/steps/prefix-names'
import { hasAddress, hasNegativeNumber, refuseValues } from '../../engine/steps/refuse-values'
import { removeComments } from '../../engine/steps/remove-comments'
import { replaceBody } from '../../engine/steps/replace-body'
import { replaceUnsupportedElements } from '../../engine/steps/replace-unsupported-elements'
import { messageClass } from './page'
import { addClipNotice } from './steps/add-clip-notice'
import { dropBrokenStyleBlocks } from './steps/drop-broken-style-blocks'
import { dropImportantWithImagesOff } from './steps/drop-important-with-images-off'
import { emptyBrokenStyleAttributes } from './steps/empty-broken-style-attributes'
import { limitStyleSize } from './steps/limit-style-size'
import type { AttributeSelector } from 'css-tree'
import type { Verdict } from '../../engine/support'

const filterHtml: readonly Step[] = [
  replaceUnsupportedElements(() => createElement('u')),
  forceLinkTarget('caniemail html-target note 1, 2021-12'),
  filterAttributes,
  hideUnshownImages,
  blockImages,
]

const dropRefusedValues = refuseValues(
  {
    properties: /^margin(?:-|$)/,
    refuses: hasNegativeNumber,
    what: 'negative margin',
    source: 'caniemail css-margin note 1, 2019-10',
  },
  {
    properties: /^text-indent$/,
    refuses: hasNegativeNumber,
    what: 'negative text-indent',
    source: 'caniemail css-text-indent note 1, 2021-01',
  },
  {
    properties: /^list-style$/,
    refuses: hasAddress,
    what: 'list-style: url()',
    source: 'caniemail css-list-style note 1, 2020-04',
  },
)

const linkText = linkDetectedText('EoA 2018 (12 things about Gmail) 10')
const bodySource = 'caniemail html-body note 1, 2021-11'

interface GoogleAccount {
  doctypeMarker: true | 'in a division'
  /** When caniemail tested the cell. Its note is the same on all platforms. */
  bodyStylesTested: Month
  backgroundPositionsTested: Month
}

const createGoogleAccountSteps = ({
  doctypeMarker,
  bodyStylesTested,
  backgroundPositionsTested,
}: GoogleAccount): readonly Step[] => [
  removeComments,
  dropBodyStyles(`caniemail html-style note 1, ${bodyStylesTested}`),
  limitStyleSize,
  dropBrokenStyleBlocks,
  emptyBrokenStyleAttributes,
  filterAtRules,
  filterSelectors(judgeAttributeSelector),
  filterDeclarations,
  dropRefusedValues,
  joinValues(
    ['background-position'],
    `caniemail css-background-position note 1, ${backgroundPositionsTested}`,
  ),
  dropImportantWithImagesOff,
  ...filterHtml,
  // HT 2017: names get a prefix with digits, and rules are confined to a class around the message.
  prefixNames({ prefix: 'm_4815162342', scope: { tagName: 'div', className: messageClass } }),
  linkText,
  // howtotarget.email: with a doctype, `u + .body` targets Gmail, and `div > u + .body` its app on Android (also
  // maizzle/tailwindcss-email-variants; email-bugs 68, 2024-05-20).
  replaceBody({ source: bodySource, doctypeMarker }),
  addClipNotice,
]

export const webGoogleAccountSteps = createGoogleAccountSteps({
  doctypeMarker: true,
  bodyStylesTested: '2023-01',
  backgroundPositionsTested: '2019-02',
})

export const iosGoogleAccountSteps = createGoogleAccountSteps({
  doctypeMarker: true,
  bodyStylesTested: '2023-01',
  backgroundPositionsTested: '2021-10',
})

export const androidGoogleAccountSteps = createGoogleAccountSteps({
  doctypeMarker: 'in a division',
  bodyStylesTested: '2019-06',
  backgroundPositionsTested: '2021-10',
})

/** For the mobile web, and for accounts of other providers in the app: both ignore `<style>` (HT 2016). */
export const inlineOnlySteps: readonly Step[] = [
  removeComments,
  filterSyntax,
  emptyBrokenStyleAttributes,
  filterDeclarations,
  dropRefusedValues,
  ...filterHtml,
  linkText,
  replaceBody({ source: bodySource, doctypeMarker: false }),
  addClipNotice,
]

function judgeAttributeSelector({ name, matcher, value }: AttributeSelector): Verdict {
  return {
    honoured: name.name.toLowerCase() === 'class' && matcher === '~=' && value !== null,
    source: 'caniemail css-selector-attribute note 5, 2023-02',
  }
}
