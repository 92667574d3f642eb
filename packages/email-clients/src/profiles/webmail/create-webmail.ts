import type { AttributeSelector } from 'css-tree'
import { emulateHtml, type HtmlProfile } from '../../emulate/emulate-html'
import type { SourceStep, Step } from '../../emulate/message'
import type { Profile } from '../../emulate/profile'
import { removeImageAddresses } from '../../emulate/steps/block-images'
import { filterAtRules } from '../../emulate/steps/filter-at-rules'
import { filterAttributes } from '../../emulate/steps/filter-attributes'
import { filterDeclarations } from '../../emulate/steps/filter-declarations'
import { filterSelectors } from '../../emulate/steps/filter-selectors'
import { filterSyntax } from '../../emulate/steps/filter-syntax'
import { forceLinkTarget } from '../../emulate/steps/force-link-target'
import { hideUnshownImages } from '../../emulate/steps/hide-unshown-images'
import { removeComments } from '../../emulate/steps/remove-comments'
import { replaceBody } from '../../emulate/steps/replace-body'
import { replaceUnsupportedElements } from '../../emulate/steps/replace-unsupported-elements'
import type { Support, Verdict } from '../../emulate/support'
import { dropBodyAttributes } from '../../emulate/steps/drop-body-attributes'
import { dropRefusedInputs } from '../../emulate/steps/drop-refused-inputs'
import type { WebmailPage } from './webmail-page'

/** What one webmail does differently from the next. All of it but `support` and `page` may be left out. */
export interface Webmail {
  support: Support
  page: WebmailPage
  sourceSteps?: readonly SourceStep[]
  /** Its own rule for `[…]`, where its cell does not say all. */
  judgeAttribute?: (selector: AttributeSelector) => Verdict
  /** What it does to CSS besides its lists: before them, and after. */
  cssFirst?: readonly Step[]
  cssLast?: readonly Step[]
  /** What it does to elements besides its list: before it, and after. */
  elementsFirst?: readonly Step[]
  elementsLast?: readonly Step[]
  /** With images off; else addresses are taken out. */
  blockedImages?: Step
  /** Renames classes and ids, confines rules to the message. */
  names?: Step
}

/** The steps that every webmail of this folder goes through, in order, with its own in their places. */
export function createWebmail(webmail: Webmail): HtmlProfile {
  const { support, page } = webmail
  const body = support.judge('element', 'body')
  const bodySource =
    support.find('element', 'body')?.source ??
    'engineering default: a message stands in an element of the page'
  const target = support.judge('attribute', 'target')
  return {
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

/** A webmail as the catalogue's profile. */
export function webmailProfile(webmail: Webmail): Profile {
  const profile = createWebmail(webmail)
  return (content, options) => emulateHtml(profile, content, options)
}
