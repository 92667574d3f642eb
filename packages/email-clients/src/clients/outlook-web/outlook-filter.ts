import type { Step } from '../../engine/message'
import { blockImages } from '../../engine/steps/block-images'
import { dropColourSchemeMeta } from '../../engine/steps/drop-colour-scheme-meta'
import { dropNestedMediaQueries } from '../../engine/steps/drop-nested-media-queries'
import { filterAttributes } from '../../engine/steps/filter-attributes'
import { filterDeclarations } from '../../engine/steps/filter-declarations'
import { filterSelectors } from '../../engine/steps/filter-selectors'
import { filterSyntax } from '../../engine/steps/filter-syntax'
import { hideUnshownImages } from '../../engine/steps/hide-unshown-images'
import { linkDetectedText } from '../../engine/steps/link-detected-text'
import { hasNegativeNumber, refuseValues } from '../../engine/steps/refuse-values'
import { removeComments } from '../../engine/steps/remove-comments'
import { replaceBody } from '../../engine/steps/replace-body'
import { replaceUnsupportedElements } from '../../engine/steps/replace-unsupported-elements'
import type { Citation } from '../../sources/sources'
import { dropFormControls } from './steps/drop-form-controls'
import { loseRulesAfterDoubleBrace } from './steps/lose-rules-after-double-brace'
import { showInvalidLinksAsText } from './steps/show-invalid-links-as-text'

/** What differs between Outlook's programs, which were tested separately. */
export interface FilterVariant {
  nestedMediaQueries: Citation
  negativeMargins: Citation
  body: Citation
  links: Step
}

export const webmailVariant: FilterVariant = {
  nestedMediaQueries: 'caniemail css-at-media notes 1 and 10, 2023-12',
  negativeMargins: 'caniemail css-margin note 1, 2023-12',
  body: 'caniemail html-body note 1, 2024-01',
  links: linkDetectedText('HT 2016 (Outlook.com, links); assumed: that it is still so'),
}

export function filterStyles(
  filterAtRules: Step,
  limitSelectors: Step,
  { nestedMediaQueries, negativeMargins }: FilterVariant,
): readonly Step[] {
  return [
    removeComments,
    loseRulesAfterDoubleBrace,
    filterSyntax,
    dropNestedMediaQueries(nestedMediaQueries),
    filterAtRules,
    filterSelectors(),
    limitSelectors,
    filterDeclarations,
    refuseValues({
      properties: /^margin(?:-|$)/,
      refuses: hasNegativeNumber,
      what: 'negative margin',
      source: negativeMargins,
    }),
  ]
}

export const filterHtml: readonly Step[] = [
  dropColourSchemeMeta,
  dropFormControls,
  replaceUnsupportedElements(null),
  showInvalidLinksAsText,
  filterAttributes,
  hideUnshownImages,
  blockImages,
]

/** These steps come last, because `replaceBody` changes the element of the message. */
export const showBody = ({ body, links }: FilterVariant): readonly Step[] => [
  links,
  replaceBody({ source: body, doctypeMarker: false }),
]
