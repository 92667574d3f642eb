import type { Rule } from '../rule'
import { spamSource } from './spam-source'

/** Rules of less tell nothing that a sender could mend: SpamAssassin gives 0.01 to those it only tries out. */
const leastPoints = 0.1

/** What an email is given points for. */
export const spamRule: Rule = {
  name: 'spam/rule',
  severity: 'note',
  title: 'A rule of SpamAssassin gives the email points.',
  sources: [spamSource],
  find: function* ({ evidence }) {
    for (const { name, score, description } of evidence.spam?.result?.rules ?? []) {
      if (score < leastPoints) continue
      yield {
        what: name,
        span: null,
        description: `${description} (${score} ${score === 1 ? 'point' : 'points'})`,
        detail: { score },
      }
    }
  },
}
