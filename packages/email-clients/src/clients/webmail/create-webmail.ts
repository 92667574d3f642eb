import type { AttributeSelector } from 'css-tree'
import type { SourceStep, Step } from '../../engine/message'
import type { HtmlProfile } from '../../engine/profile'
import { removeImageAddresses } from '../../engine/steps/block-images'
import { filterAtRules } from '../../engine/steps/filter-at-rules'
import { filterAttributes } from '../../engine/steps/filter-attributes'
import { filterDeclarations } from '../../engine/steps/filter-declarations'
import { filterSelectors } from '../../engine/steps/filter-selectors'
import { filterSyntax } from '../../engine/steps/filter-syntax'
import { forceLinkTarget } from '../../engine/steps/force-link-target'
import { hideUnshownImages } from '../../engine/steps/hide-unshown-images'
import { removeComments } from '../../engine/steps/remove-comments'
import { replaceBody } from '../../engine/steps/replace-body'
import { replaceUnsupportedElements } from '../../engine/steps/replace-unsupported-elements'
import type { Support, Verdict } from '../../engine/support'
import { dropBodyAttributes } from '../../engine/steps/drop-body-attributes'
import { dropRefusedInputs } from '../../engine/steps/drop-refused-inputs'
import type { WebmailPage } from './page'

/** The differences between webmails. Only `support` and `page` are required. */
export interface Webmail {
  support: Support
  page: WebmailPage
  sourceSteps?: readonly SourceStep[]
  /** The webmail's own rule for attribute selectors, if its cell is not enough. */
  judgeAttribute?: (selector: AttributeSelector) => Verdict
  /** Further steps for CSS, before and after those that filter it by `support`. */
  cssFirst?: readonly Step[]
  cssLast?: readonly Step[]
  /** Further steps for elements, before and after those that filter them by `support`. */
  elementsFirst?: readonly Step[]
  elementsLast?: readonly Step[]
  /** The step for images that are off. Default: their addresses are removed. */
  blockedImages?: Step
  /** The step that renames classes and ids and confines rules to the message. */
  names?: Step
}

/** Creates the profile of a webmail: the steps that all webmails of this family have, and its own further steps. */
export function createWebmail(webmail: Webmail): HtmlProfile {
  const { support, page } = webmail
  const body = support.judge('element', 'body')
  const bodySource =
    support.find('element', 'body')?.source ??
    'engineering default: a message stands in an element of the page'
  const target = support.judge('attribute', 'target')
  return {
    kind: 'html',
    support,
    sourceSteps: webmail.sourceSteps ?? [],
    steps: [
      removeComments,
      ...(webmail.cssFirst ?? []),
      filterSyntax,
      filterAtRules,
      filterSelectors(webmail.judgeAttribute),
      filterDeclarations,
      ...(webmail.cssLast ?? []),
      ...(webmail.elementsFirst ?? []),
      replaceUnsupportedElements(null),
      dropRefusedInputs,
      filterAttributes,
      ...(target.honoured ? [] : [forceLinkTarget(target.source)]),
      ...(webmail.elementsLast ?? []),
      hideUnshownImages,
      webmail.blockedImages ?? removeImageAddresses('engineering default: as other webmail does, HT 2016'),
      ...(webmail.names ? [webmail.names] : []),
      ...(body.honoured ? [] : [dropBodyAttributes(body.source)]),
      replaceBody({ source: bodySource, doctypeMarker: false }),
    ],
    framePage: page.framePage,
    frame: page.frame,
    device: page.device,
    captureSelector: page.captureSelector,
  }
}
