import { notComputed } from '@pas/email-clients/effects/explain-change'
import { direction, language, title } from './accessibility/document-rules'
import { linkName, vagueLink, vmlAlt } from './accessibility/name-rules'
import { headingOrder, layoutTable, list } from './accessibility/structure-rules'
import { justified, smallText } from './accessibility/text-rules'
import type { CheckedEmail } from './checked-email'
import { codeRules } from './code/rules'
import { contrastFacts, textContrast } from './contrast/contrast-rule'
import { darkRules } from './dark/dark-rules'
import { darkClients, hasDarkStyles } from './dark/dark-styles'
import { headerRules } from './headers/header-rules'
import { fileNameAlt, linkWithoutText, noAlt } from './images/alternative-texts'
import { format, heavy, heavyTogether, imageHttp, notFetched } from './images/image-files'
import { noWidth, ratio } from './images/image-sizes'
import { picturesOf } from './images/picture'
import { inboxRows } from './inbox/inbox-lines'
import { inboxRules } from './inbox/inbox-rules'
import { empty, linkHttp, mailto, malformed, missingAnchor, tel } from './links/address-rules'
import { broken, linkFacts, redirects } from './links/answer-rules'
import { noUnsubscribe, tooMany } from './links/count-rules'
import { otherHost, shortener, utm } from './links/host-rules'
import { checkNames, type CheckName, type Rule } from './rule'
import { sizeRules } from './size/size-rules'
import { spamFacts, spamRules } from './spam/spam-rules'
import { preheaderOf } from './subject/preheader'
import { subjectRules } from './subject/subject-rules'
import { mjml, placeholdersIn, templateRules } from './template/template-rules'

export type Facts = Readonly<Record<string, unknown>>

export interface Check {
  rules: readonly Rule[]
  facts: (email: CheckedEmail) => Facts
  /** One sentence: why the check does not apply to this email. Null if it applies. */
  whyNot: (email: CheckedEmail) => string | null
}

const needsHtml = ({ html }: CheckedEmail): string | null =>
  html === null ? 'The email is text alone.' : null

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
  effects: {
    rules: [],
    facts: ({ measurements }) => {
      const measured = [...(measurements.effects?.result?.values() ?? [])]
      const seen = measured.flatMap(({ changes }) => changes.map(({ isSeen }) => isSeen))
      return {
        seen: seen.filter(Boolean).length,
        unseen: seen.filter((isSeen) => !isSeen).length,
        unknown: measured.reduce((sum, { unknown }) => sum + unknown, 0),
      }
    },
    whyNot: (email) =>
      needsHtml(email) ??
      (email.measurements.effects ? null : 'It needs a stored email, which email clients draw.'),
  },
  size: {
    rules: sizeRules,
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
      (email.measurements.contrast ? null : 'It needs a stored email, which email clients draw.'),
  },
  dark: {
    rules: darkRules,
    facts: (email) => {
      const hasStyles = email.html !== null && hasDarkStyles(email.html)
      const { honouring, ignoring } = darkClients(email)
      return {
        has_dark_styles: hasStyles,
        ...(hasStyles && email.changes && { styles_honoured_by: honouring, styles_ignored_by: ignoring }),
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
      linkHttp,
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
    rules: subjectRules,
    facts: ({ html, subject }) => ({
      subject: subject?.slice(0, 1_000) ?? null,
      preheader: html ? (preheaderOf(html)?.text ?? null) : null,
    }),
    whyNot: () => null,
  },
  headers: {
    rules: headerRules,
    facts: () => ({}),
    whyNot: ({ header }) => (header === null ? 'The email was not sent as a whole message.' : null),
  },
  template: {
    rules: templateRules,
    facts: (email) => ({ placeholders: placeholdersIn(email) }),
    whyNot: () => null,
  },
  inbox: {
    rules: inboxRules,
    facts: (email) => ({ rows: inboxRows(email) }),
    whyNot: () => null,
  },
  spam: {
    rules: spamRules,
    facts: spamFacts,
    whyNot: () => null,
  },
}

/** For an email that is MJML: what other rules find in it says nothing about the HTML that it compiles to. */
export const checksOfMjml: Readonly<Record<CheckName, Check>> = Object.fromEntries(
  checkNames.map((name): [CheckName, Check] => [
    name,
    {
      rules: name === 'template' ? [mjml] : [],
      facts: () => ({}),
      whyNot: () => (name === 'template' ? null : 'The email is MJML, which has to be compiled first.'),
    },
  ]),
) as Record<CheckName, Check>

export const allRules: readonly Rule[] = Object.values(checks).flatMap(({ rules }) => rules)
