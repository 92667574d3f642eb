import type { Rule } from '../rule'

/** A word of capitals, longer than most abbreviations. */
const shouted = /(?<![\p{L}\p{N}])\p{Lu}{5,}(?![\p{L}\p{N}])/gu

/** It reads as shouting, and filters of spam count it. */
export const capitals: Rule = {
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
