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

export interface Webmail {
  support: Support
  page: WebmailPage
  sourceSteps?: readonly SourceStep[]
  judgeAttribute?: (selector: AttributeSelector) => Verdict
  /** Run before and after the steps that filter CSS by `support`. */
  cssFirst?: readonly Step[]
  cssLast?: readonly Step[]
  /** Run before and after the steps that filter elements by `support`. */
  elementsFirst?: readonly Step[]
  elementsLast?: readonly Step[]
  /** Default: the addresses of images are removed. */
  blockedImages?: Step
  names?: Step
}

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
