import { findReferences } from '@pas/email-clients/references/find-references'
import type { DeadReason } from '@pas/email-clients/references/resolve-reference'
import type { CheckedEmail, LostAsset } from '../checked-email'
import { spanAt } from '../checked-html'
import type { Rule } from '../rule'
import { shownAddress } from '../shown-address'
import { ownDefault } from '../sources'
import { mergeTagInAddress } from '../template/merge-tags'

/** References that are looked at. */
const maxReferences = 1_000

/** Every email client that shows images shows a hole there. */
export const notFetched: Rule = {
  name: 'images/not-fetched',
  severity: 'error',
  title: 'A picture, font or style sheet could not be fetched.',
  sources: [ownDefault('our fetch of the email’s assets')],
  find: function* (email) {
    const { html, assets, lostAssets } = email
    for (const { url, reason, isCertain, where } of assets === null ? neverLoaded(email) : lostAssets)
      yield {
        what: shownAddress(url),
        span: html && where ? spanAt(html, where) : null,
        description: `It could not be fetched: ${reason}.`,
        ...(!isCertain && { severity: 'warning' as const }),
      }
  },
}

const reasons: Readonly<Record<DeadReason, string>> = {
  relative: 'the address is relative, and an email has no address of its own',
  url: 'it is no address that an email client fetches',
}

/** What no email client fetches, as its address alone tells. A placeholder of a template is told by `template`. */
const neverLoaded = ({ html }: CheckedEmail): LostAsset[] =>
  findReferences(html?.source ?? '', maxReferences).flatMap(({ url, dead, where }) =>
    dead === null || mergeTagInAddress(url) !== null
      ? []
      : [{ url, reason: reasons[dead], isCertain: true, where }],
  )
