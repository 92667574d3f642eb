import type { CheckedEmail } from '../checked-email'
import type { Rule, RuleSource } from '../rule'

/** Its site has had no list of rules since version 3.3. */
export const spamSource: RuleSource = {
  title: 'SpamAssassin: its rules and their points',
  url: 'https://github.com/apache/spamassassin/tree/trunk/rules',
}

/** Part of the threshold. Tests that need a network may add the rest. */
const nearlySpam = 0.6

const spamScore: Rule = {
  name: 'spam/score',
  severity: 'error',
  title: 'SpamAssassin takes the email for spam, or nearly.',
  sources: [spamSource],
  find: function* ({ measurements }) {
    const spam = measurements.spam?.result
    if (!spam || spam.score < nearlySpam * spam.threshold) return
    const { score, threshold } = spam
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

/** SpamAssassin gives 0.01 points to rules that it only tries out. */
const leastPoints = 0.1

const spamRule: Rule = {
  name: 'spam/rule',
  severity: 'note',
  title: 'A rule of SpamAssassin gives the email points.',
  sources: [spamSource],
  find: function* ({ measurements }) {
    for (const { name, score, description } of measurements.spam?.result?.rules ?? []) {
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

/** `headers` is `ours` for an email sent as members of JSON: SpamAssassin got a header that we made of them. */
export function spamFacts({ measurements, message }: CheckedEmail): Readonly<Record<string, unknown>> {
  const spam = measurements.spam?.result
  if (!spam) return {}
  const { score, threshold } = spam
  return { score, threshold, tests: 'local', headers: message === null ? 'ours' : 'as_sent' }
}

export const spamRules: readonly Rule[] = [spamScore, spamRule]
