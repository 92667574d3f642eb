import type { CssNode } from 'css-tree'
import type { Step } from '../../emulate/message'
import { blockImages } from '../../emulate/steps/block-images'
import { dropColourSchemeMeta } from '../../emulate/steps/drop-colour-scheme-meta'
import { dropValues } from '../../emulate/steps/drop-values'
import { filterAttributes } from '../../emulate/steps/filter-attributes'
import { filterDeclarations } from '../../emulate/steps/filter-declarations'
import { filterSelectors } from '../../emulate/steps/filter-selectors'
import { filterSyntax } from '../../emulate/steps/filter-syntax'
import { hideUnshownImages } from '../../emulate/steps/hide-unshown-images'
import { linkDetectedText } from '../../emulate/steps/link-detected-text'
import { removeComments } from '../../emulate/steps/remove-comments'
import { replaceBody } from '../../emulate/steps/replace-body'
import { replaceUnsupportedElements } from '../../emulate/steps/replace-unsupported-elements'
import { dropFormControls } from './steps/drop-form-controls'
import { dropNestedMediaQueries } from './steps/drop-nested-media-queries'
import { loseRulesAfterDoubleBrace } from './steps/lose-rules-after-double-brace'
import { showInvalidLinksAsText } from './steps/show-invalid-links-as-text'

const isNegative = (node: CssNode): boolean =>
  (node.type === 'Dimension' || node.type === 'Percentage' || node.type === 'Number') &&
  Number.parseFloat(node.value) < 0

const dropNegativeMargins = dropValues([
  {
    properties: ['margin', 'margin-top', 'margin-right', 'margin-bottom', 'margin-left'],
    refuses: isNegative,
    source: 'caniemail css-margin note 1, 2023-12',
  },
])

/** What Outlook's filter does to style sheets and attributes; the webmail and the apps differ in at-rules and selectors. */
export function filterStyles(filterAtRules: Step, limitSelectors: Step): readonly Step[] {
  return [
    removeComments,
    loseRulesAfterDoubleBrace,
    filterSyntax,
    dropNestedMediaQueries,
    filterAtRules,
    filterSelectors(),
    limitSelectors,
    filterDeclarations,
    dropNegativeMargins,
  ]
}

/** What it does to elements and attributes. */
export const filterHtml: readonly Step[] = [
  dropColourSchemeMeta,
  dropFormControls,
  replaceUnsupportedElements(null),
  showInvalidLinksAsText,
  filterAttributes,
  hideUnshownImages,
  blockImages,
]

/** What becomes of the text and of `<body>`. */
export const showBody: readonly Step[] = [
  linkDetectedText('HT 2016 (Outlook.com, links)'),
  replaceBody({ source: 'caniemail html-body note 1, 2024-01', doctypeMarker: false }),
]
