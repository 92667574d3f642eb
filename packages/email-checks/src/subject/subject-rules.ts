import type { Rule } from '../rule'
import { rfc } from '../sources'
import { graphemesOf, preheaderOf, preheaderSource } from './preheader'
import { preheaderNavigation } from './preheader-navigation'

const missing: Rule = {
  name: 'subject/missing',
  severity: 'error',
  title: 'The email has no subject.',
  sources: [rfc(5322, '3.6.5')],
  find: function* ({ subject, message }) {
    if (subject?.trim() || (subject === null && message === null)) return
    yield { what: 'subject', span: null, description: 'The subject is empty.' }
  },
}

const maxCharacters = 60

const long: Rule = {
  name: 'subject/long',
  severity: 'note',
  title: 'The subject is longer than inboxes show.',
  sources: [
    {
      title: 'EmailToolTester: subject lines, character limits',
      url: 'https://www.emailtooltester.com/en/blog/email-subject-lines-character-limit/',
    },
  ],
  find: function* ({ subject }) {
    const characters = graphemesOf(subject?.trim() ?? '').length
    if (characters <= maxCharacters) return
    yield {
      what: `${characters} characters`,
      span: null,
      description: `The subject has ${characters} characters; a phone shows about 30 to 50, most inboxes no more than ${maxCharacters}.`,
      detail: { characters },
    }
  },
}

/** A word of capitals, longer than most abbreviations. */
const shouted = /(?<![\p{L}\p{N}])\p{Lu}{5,}(?![\p{L}\p{N}])/gu

const capitals: Rule = {
  name: 'subject/capitals',
  severity: 'warning',
  title: 'The subject is written in capitals.',
  sources: [
    {
      title: 'SpamAssassin: SUBJ_ALL_CAPS',
      url: 'https://github.com/apache/spamassassin/blob/trunk/rules/20_head_tests.cf',
    },
  ],
  find: function* ({ subject }) {
    const text = subject ?? ''
    const letters = text.match(/\p{L}/gu)?.length ?? 0
    const upper = text.match(/\p{Lu}/gu)?.length ?? 0
    if (letters < 8 || upper * 2 <= letters || (text.match(shouted)?.length ?? 0) === 0) return
    yield {
      what: text.trim().slice(0, 200),
      span: null,
      description: 'More than half of its letters are capitals.',
    }
  },
}

const marks: Rule = {
  name: 'subject/marks',
  severity: 'warning',
  title: 'The subject repeats its marks.',
  sources: [
    {
      title: 'SpamAssassin: tests of the subject',
      url: 'https://github.com/apache/spamassassin/blob/trunk/rules/20_head_tests.cf',
    },
  ],
  find: function* ({ subject }) {
    const repeated = /[!?¡¿!?]{2,}|\${2,}|€{2,}/.exec(subject ?? '')?.[0]
    if (repeated === undefined) return
    yield {
      what: repeated.slice(0, 20),
      span: null,
      description: `"${repeated.slice(0, 20)}" is more than one mark.`,
    }
  },
}

const noPreheader: Rule = {
  name: 'subject/no-preheader',
  severity: 'note',
  title: 'The email has no preheader.',
  sources: [preheaderSource],
  find: function* ({ html }) {
    if (html === null) return
    const preheader = preheaderOf(html)
    if (preheader?.isHidden) return
    yield {
      what: preheader ? preheader.text.slice(0, 80) : 'preheader',
      span: preheader?.span ?? null,
      description: preheader
        ? 'There is no hidden text at the beginning; beside the subject, an inbox shows these words.'
        : 'The email has no text; beside the subject, an inbox shows nothing.',
    }
  },
}

const leastCharacters = 40

const shortPreheader: Rule = {
  name: 'subject/short-preheader',
  severity: 'note',
  title: 'The preheader is shorter than its line in an inbox.',
  sources: [preheaderSource],
  find: function* ({ html }) {
    const preheader = html && preheaderOf(html)
    if (!preheader?.isHidden) return
    const characters = graphemesOf(preheader.text).length
    if (characters >= leastCharacters) return
    yield {
      what: preheader.text,
      span: preheader.span,
      description: `The preheader has ${characters} characters; below ${leastCharacters}, the first words of the email follow it.`,
      detail: { characters },
    }
  },
}

const preheaderRepeats: Rule = {
  name: 'subject/preheader-repeats',
  severity: 'warning',
  title: 'The preheader repeats the subject.',
  sources: [preheaderSource],
  find: function* ({ html, subject }) {
    const preheader = html && preheaderOf(html)
    const words = wordsAlone(subject ?? '')
    if (!preheader || words === '' || wordsAlone(preheader.text) !== words) return
    yield {
      what: preheader.text.slice(0, 80),
      span: preheader.span,
      description: 'It says what the subject says.',
    }
  },
}

const wordsAlone = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const subjectRules: readonly Rule[] = [
  missing,
  long,
  capitals,
  marks,
  noPreheader,
  shortPreheader,
  preheaderRepeats,
  preheaderNavigation,
]
