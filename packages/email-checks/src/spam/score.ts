import type { Rule } from '../rule'
import { spamSource } from './spam-source'

/** The part of the threshold from which tests that need a network may make spam of the email. */
const nearlySpam = 0.6

/** Mail servers that use SpamAssassin move such an email to the spam folder, or refuse it. */
export const spamScore: Rule = {
  name: 'spam/score',
  severity: 'error',
  title: 'SpamAssassin takes the email for spam, or nearly.',
  sources: [spamSource],
  find: function* ({ evidence }) {
    const report = evidence.spam?.result
    if (!report || report.score < nearlySpam * report.threshold) return
    const { score, threshold } = report
    const isSpam = score >= threshold
    yield {
      what: 'score',
      span: null,
      severity: isSpam ? 'error' : 'warning',
      description: isSpam
        ? `It has ${score} points; from ${threshold} it is spam.`
        : `It has ${score} points by local tests alone; from ${threshold} it is spam.`,
      detail: { score, threshold },
    }
  },
}
