import { emulateHtml, type HtmlProfile } from '../../emulate/emulate-html'
import { createElement } from '../../emulate/html-tree'
import type { Profile } from '../../emulate/profile'
import { desktopWindow, messageSelector } from '../../emulate/put-into-page'
import { blockImages } from '../../emulate/steps/block-images'
import { filterAtRules } from '../../emulate/steps/filter-at-rules'
import { filterAttributes } from '../../emulate/steps/filter-attributes'
import { filterDeclarations } from '../../emulate/steps/filter-declarations'
import { filterSelectors } from '../../emulate/steps/filter-selectors'
import { forceLinkTarget } from '../../emulate/steps/force-link-target'
import { hideUnshownImages } from '../../emulate/steps/hide-unshown-images'
import { linkDetectedText } from '../../emulate/steps/link-detected-text'
import { prefixNames } from '../../emulate/steps/prefix-names'
import { removeComments } from '../../emulate/steps/remove-comments'
import { replaceBody } from '../../emulate/steps/replace-body'
import { replaceUnsupportedElements } from '../../emulate/steps/replace-unsupported-elements'
import { framePage, messageClass } from './frame-page'
import { gmailSupport } from './gmail-support'
import { judgeAttributeSelector } from './judge-attribute-selector'
import { addClipNotice } from './steps/add-clip-notice'
import { clipMessage } from './steps/clip-message'
import { dropBrokenStyleBlocks } from './steps/drop-broken-style-blocks'
import { dropImportantWithImagesOff } from './steps/drop-important-with-images-off'
import { dropRefusedValues } from './steps/drop-refused-values'
import { dropStylesOfClippedMessage } from './steps/drop-styles-of-clipped-message'
import { emptyBrokenStyleAttributes } from './steps/empty-broken-style-attributes'
import { insertWordBreaks } from './steps/insert-word-breaks'
import { joinBackgroundPositions } from './steps/join-background-positions'
import { keepHeadStyles } from './steps/keep-head-styles'
import { limitStyleSize } from './steps/limit-style-size'

const gmailWebProfile: HtmlProfile = {
  support: gmailSupport,
  sourceSteps: [clipMessage],
  steps: [
    removeComments,
    keepHeadStyles,
    dropStylesOfClippedMessage,
    limitStyleSize,
    dropBrokenStyleBlocks,
    emptyBrokenStyleAttributes,
    filterAtRules,
    filterSelectors(judgeAttributeSelector),
    filterDeclarations,
    dropRefusedValues,
    joinBackgroundPositions,
    dropImportantWithImagesOff,
    replaceUnsupportedElements(() => createElement('u')),
    forceLinkTarget('caniemail html-target note 1, 2021-12'),
    filterAttributes,
    hideUnshownImages,
    blockImages,
    // HT 2017: classes and ids get a prefix of digits, rules a class of their own around them.
    prefixNames({ prefix: 'm_4815162342', scope: { tagName: 'div', className: messageClass } }),
    linkDetectedText('EoA 2018 (12 things about Gmail) 10'),
    insertWordBreaks,
    // howtotarget.email: with a doctype, `u + .body` targets Gmail.
    replaceBody({ source: 'caniemail html-body note 1, 2021-11', doctypeMarker: true }),
    addClipNotice,
  ],
  framePage,
  frame: desktopWindow,
  captureSelector: messageSelector,
}

/** Gmail in a browser, for personal and Workspace accounts: dark mode leaves the message alone, so there is one. */
export const gmailWeb: Profile = (content, options) => emulateHtml(gmailWebProfile, content, options)
