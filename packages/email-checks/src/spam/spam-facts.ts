import type { CheckedEmail } from '../checked-email'

/**
 * The score, and what was tested. `headers` is `ours` for an email that was sent as members of JSON: SpamAssassin got a
 * message whose header says no more than these members.
 */
export function spamFacts({ evidence, message }: CheckedEmail): Readonly<Record<string, unknown>> {
  const report = evidence.spam?.result
  if (!report) return {}
  const { score, threshold } = report
  return { score, threshold, tests: 'local', headers: message === null ? 'ours' : 'as_sent' }
}
