import type { Rule } from '../rule'

/** Filters of spam count them. */
export const marks: Rule = {
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
    const found = /[!?¡¿!?]{2,}|\${2,}|€{2,}/.exec(subject ?? '')?.[0]
    if (found === undefined) return
    yield {
      what: found.slice(0, 20),
      span: null,
      description: `"${found.slice(0, 20)}" is more than one mark.`,
    }
  },
}
