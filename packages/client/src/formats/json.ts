import type { ReportedPicture, RunResult } from '../run-result'
import { countsOf, type Verdict } from '../verdict'
import { printableJson } from './printable'

/** Without the pictures' bytes. */
export const renderJson = (result: RunResult, verdict: Verdict): string => {
  const sizeOf = (picture: ReportedPicture | null) =>
    picture && { width: picture.width, height: picture.height }
  const emails = result.emails.map((email) => ({
    ...email,
    comparisons: email.comparisons.map(({ base, head, difference, ...comparison }) => ({
      ...comparison,
      base: sizeOf(base),
      head: sizeOf(head),
      difference: sizeOf(difference),
    })),
  }))
  return `${printableJson({ verdict, counts: countsOf(result), ...result, emails })}\n`
}
