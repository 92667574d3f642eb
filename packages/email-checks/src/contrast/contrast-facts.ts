import type { CheckedEmail } from '../checked-email'

/** How many texts were measured in how many email clients, and of how many nothing can be told. */
export function contrastFacts({ evidence }: CheckedEmail): Readonly<Record<string, unknown>> {
  const audits = [...(evidence.contrast?.result ?? [])]
  const texts = audits.flatMap(([, audit]) => audit.texts)
  return {
    measured_in: audits.map(([code]) => code).sort(),
    texts: audits.reduce((sum, [, { measured }]) => sum + measured, 0),
    cannot_tell: texts.filter(({ verdict }) => verdict === 'cannot-tell').length,
    unmeasured_lines: audits.reduce((sum, [, { unmeasured }]) => sum + unmeasured, 0),
  }
}
