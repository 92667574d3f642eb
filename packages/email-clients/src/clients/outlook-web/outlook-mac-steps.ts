import type { Step } from '../../engine/message'
import { removeImageAddresses } from '../../engine/steps/block-images'
import { dropColourSchemeMeta } from '../../engine/steps/drop-colour-scheme-meta'
import { filterAtRules } from '../../engine/steps/filter-at-rules'
import { filterAttributes } from '../../engine/steps/filter-attributes'
import { filterDeclarations } from '../../engine/steps/filter-declarations'
import { filterSelectors } from '../../engine/steps/filter-selectors'
import { filterSyntax } from '../../engine/steps/filter-syntax'
import { hideUnshownImages } from '../../engine/steps/hide-unshown-images'
import { hasModernRgb, refuseValues } from '../../engine/steps/refuse-values'
import { removeComments } from '../../engine/steps/remove-comments'
import { replaceUnsupportedElements } from '../../engine/steps/replace-unsupported-elements'
import { showPosters } from '../../engine/steps/show-posters'
import { dropFormControls } from './steps/drop-form-controls'

/** WebKit with few filters, until the new Outlook brought the webmail's filter (16.80, 2023-12). */
export const outlookMacSteps: readonly Step[] = [
  removeComments,
  filterSyntax,
  filterAtRules,
  filterSelectors(),
  filterDeclarations,
  dropColourSchemeMeta,
  dropFormControls,
  replaceUnsupportedElements(null),
  filterAttributes,
  showPosters,
  hideUnshownImages,
  removeImageAddresses('Litmus, image blocking: Outlook for Mac blocks by default'),
]

const refuseModernRgb = refuseValues({
  properties: /./,
  refuses: hasModernRgb,
  what: 'rgb() with blanks or alpha',
  source: 'caniemail css-rgb notes 1 and 2, 2016',
})

export const outlookMac2016Steps: readonly Step[] = [...outlookMacSteps, refuseModernRgb]
