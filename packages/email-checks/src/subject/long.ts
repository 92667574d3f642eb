import type { Rule } from '../rule'
import { graphemesOf } from './preheader'

const most = 60

/** What is at its end is read by nobody. */
export const long: Rule = {
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
    if (characters <= most) return
    yield {
      what: `${characters} characters`,
      span: null,
      description: `The subject has ${characters} characters; a phone shows about 30 to 50, most inboxes no more than ${most}.`,
      detail: { characters },
    }
  },
}
