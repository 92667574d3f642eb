import { notComputed } from '@pas/email-clients/effects/explain-change'
import { direction } from './accessibility/direction'
import { headingOrder } from './accessibility/heading-order'
import { justified } from './accessibility/justified'
import { language } from './accessibility/language'
import { layoutTable } from './accessibility/layout-table'
import { linkName } from './accessibility/link-name'
import { list } from './accessibility/list'
import { smallText } from './accessibility/small-text'
import { title } from './accessibility/title'
import { vagueLink } from './accessibility/vague-link'
import { vmlAlt } from './accessibility/vml-alt'
import type { CheckedEmail } from './checked-email'
import { codeRules } from './code/rules'
import { darkClients, hasDarkStyles } from './dark/dark-styles'
import { noColorScheme } from './dark/no-color-scheme'
import { noDarkStyles } from './dark/no-dark-styles'
import { recoloured } from './dark/recoloured'
import { stylesIgnored } from './dark/styles-ignored'
import { date } from './headers/date'
import { from } from './headers/from'
import { listUnsubscribe } from './headers/list-unsubscribe'
import { messageId } from './headers/message-id'
import { noTextPart } from './headers/no-text-part'
import { oneClick } from './headers/one-click'
import { oneOfEach } from './headers/one-of-each'
import { partOrder } from './headers/part-order'
import { signedUnsubscribe } from './headers/signed-unsubscribe'
import { fileNameAlt } from './images/file-name-alt'
import { format } from './images/format'
import { heavy } from './images/heavy'
import { heavyTogether } from './images/heavy-together'
import { http as imageHttp } from './images/http'
import { linkWithoutText } from './images/link-without-text'
import { noAlt } from './images/no-alt'
import { noWidth } from './images/no-width'
import { notFetched } from './images/not-fetched'
import { picturesOf } from './images/picture'
import { ratio } from './images/ratio'
import { inboxRows } from './inbox/inbox-facts'
import { preheaderLeaks } from './inbox/preheader-leaks'
import { subjectCut } from './inbox/subject-cut'
import { contrastFacts } from './contrast/contrast-facts'
import { textContrast } from './contrast/text'
import { broken } from './links/broken'
import { empty } from './links/empty'
import { http } from './links/http'
import { linkFacts } from './links/link-answers'
import { mailto } from './links/mailto'
import { malformed } from './links/malformed'
import { missingAnchor } from './links/missing-anchor'
import { noUnsubscribe } from './links/no-unsubscribe'
import { otherHost } from './links/other-host'
import { redirects } from './links/redirects'
import { shortener } from './links/shortener'
import { tel } from './links/tel'
import { tooMany } from './links/too-many'
import { utm } from './links/utm'
import type { CheckName, Rule } from './rule'
import { clipped } from './size/clipped'
import { longLine } from './size/long-line'
import { styleBlock } from './size/style-block'
import { spamRule } from './spam/rule'
import { spamScore } from './spam/score'
import { spamFacts } from './spam/spam-facts'
import { capitals } from './subject/capitals'
import { long } from './subject/long'
import { marks } from './subject/marks'
import { missing } from './subject/missing'
import { noPreheader } from './subject/no-preheader'
import { preheaderOf } from './subject/preheader'
import { preheaderNavigation } from './subject/preheader-navigation'
import { preheaderRepeats } from './subject/preheader-repeats'
import { shortPreheader } from './subject/short-preheader'
import { addressMergeTag } from './template/address-merge-tag'
import { mergeTag } from './template/merge-tag'

/** What a check tells beside its findings: counts, and what a person reads. Names as the wire has them. */
export type Facts = Readonly<Record<string, unknown>>

/** A check. */
export interface Check {
  rules: readonly Rule[]
  facts: (email: CheckedEmail) => Facts
  /** Why it says nothing about this email, in one sentence. Null: it does. */
  whyNot: (email: CheckedEmail) => string | null
}

const needsHtml = ({ html }: CheckedEmail): string | null =>
  html === null ? 'The email is text alone.' : null

/** Every check. */
export const checks: Readonly<Record<CheckName, Check>> = {
  code: {
    rules: codeRules,
    facts: ({ changes }) => ({
      visible: (changes ?? []).filter(({ effect }) => effect === 'visible').length,
      for_other_clients: (changes ?? []).filter(({ effect }) => effect === 'other_clients').length,
      without_effect: (changes ?? []).filter(({ effect, rule }) => effect === 'none' && rule !== notComputed)
        .length,
      not_computed: (changes ?? [])
        .filter(({ rule }) => rule === notComputed)
        .flatMap(({ clients }) => clients),
    }),
    whyNot: needsHtml,
  },
  size: {
    rules: [clipped, styleBlock, longLine],
    facts: ({ html }) => ({
      html_bytes: html ? Buffer.byteLength(html.source) : 0,
      style_bytes: (html?.styles ?? []).reduce((sum, { css }) => sum + Buffer.byteLength(css), 0),
    }),
    whyNot: needsHtml,
  },
  images: {
    rules: [
      notFetched,
      noAlt,
      fileNameAlt,
      linkWithoutText,
      noWidth,
      ratio,
      heavy,
      heavyTogether,
      format,
      imageHttp,
    ],
    facts: ({ html, assets }) => ({
      images: picturesOf(html).length,
      ...(assets && { bytes: assets.reduce((sum, { bytes }) => sum + bytes, 0) }),
    }),
    whyNot: needsHtml,
  },
  accessibility: {
    rules: [
      language,
      direction,
      title,
      layoutTable,
      linkName,
      vagueLink,
      headingOrder,
      list,
      smallText,
      justified,
      vmlAlt,
    ],
    facts: () => ({}),
    whyNot: needsHtml,
  },
  contrast: {
    rules: [textContrast],
    facts: contrastFacts,
    whyNot: (email) =>
      needsHtml(email) ??
      (email.evidence.contrast ? null : 'It needs a stored email, which email clients draw.'),
  },
  dark: {
    rules: [noColorScheme, noDarkStyles, stylesIgnored, recoloured],
    facts: (email) => {
      const hasStyles = email.html !== null && hasDarkStyles(email.html)
      const { honour, ignore } = darkClients(email)
      return {
        has_dark_styles: hasStyles,
        ...(hasStyles && email.changes && { styles_honoured_by: honour, styles_ignored_by: ignore }),
      }
    },
    whyNot: needsHtml,
  },
  links: {
    rules: [
      broken,
      redirects,
      empty,
      malformed,
      missingAnchor,
      http,
      otherHost,
      shortener,
      utm,
      mailto,
      tel,
      noUnsubscribe,
      tooMany,
    ],
    facts: linkFacts,
    whyNot: needsHtml,
  },
  subject: {
    rules: [
      missing,
      long,
      capitals,
      marks,
      noPreheader,
      shortPreheader,
      preheaderRepeats,
      preheaderNavigation,
    ],
    facts: ({ html, subject }) => ({
      subject: subject?.slice(0, 1_000) ?? null,
      preheader: html ? (preheaderOf(html)?.text ?? null) : null,
    }),
    whyNot: () => null,
  },
  headers: {
    rules: [
      from,
      date,
      messageId,
      oneOfEach,
      listUnsubscribe,
      oneClick,
      signedUnsubscribe,
      noTextPart,
      partOrder,
    ],
    facts: () => ({}),
    whyNot: ({ header }) => (header === null ? 'The email was not sent as a whole message.' : null),
  },
  template: {
    rules: [mergeTag, addressMergeTag],
    facts: () => ({}),
    whyNot: () => null,
  },
  inbox: {
    rules: [subjectCut, preheaderLeaks],
    facts: (email) => ({ rows: inboxRows(email) }),
    whyNot: () => null,
  },
  spam: {
    rules: [spamScore, spamRule],
    facts: spamFacts,
    whyNot: () => null,
  },
}
