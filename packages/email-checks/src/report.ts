import { checkNames, severities, type CheckName, type Severity } from './rule'
import type { PartName } from './span'
import type { CheckStatus } from './statuses'

/** A stretch of a part of the email. Lines and columns are counted from 1, columns in UTF-16 code units. */
export interface WireRange {
  part: PartName
  line: number
  column: number
  end_line: number
  /** The column after the last character. */
  end_column: number
}

/** What mends a finding, as the wire has it. */
export interface WireFix {
  description: string
  edits: { where: WireRange; text: string }[]
}

/** Equal faults of one rule. */
export interface Finding {
  rule: string
  severity: Severity
  what: string
  /** The first of their places. `snippet` is what is written there, at most 200 characters of it. */
  where: (WireRange & { snippet: string }) | null
  count: number
  /** The codes of the email clients in which it is a fault. Null: not a matter of email clients. */
  clients: string[] | null
  description: string
  detail: Readonly<Record<string, string | number>>
  fix: WireFix | null
  /** The same for the same fault of a later version of the email, whatever was written above it. */
  fingerprint: string
  source: string | null
  source_url: string | null
}

/** What one check says. */
export interface CheckAnswer {
  name: CheckName
  status: CheckStatus
  /** Why it is not `done`. Null if it is. */
  description: string | null
  facts: Readonly<Record<string, unknown>>
  findings: Finding[]
}

/** What checks say about an email. */
export interface CheckReport {
  email_guid: string | null
  /** Whether all checks have ended. */
  complete: boolean
  clients_checked: string[]
  counts: Record<Severity, number>
  checks: CheckAnswer[]
}

/** A check that could not be done in its time. */
export const failedCheck = (name: CheckName): CheckAnswer => ({
  name,
  status: 'failed',
  description:
    'The email is so large or unusual that it could not be gone through in time; ask again, or check a part of it.',
  facts: {},
  findings: [],
})

/** Puts the answers of checks together, in the order of the checks. */
export function reportOf(
  { emailGuid, emailClients }: { emailGuid: string | null; emailClients: readonly { code: string }[] },
  answers: readonly CheckAnswer[],
): CheckReport {
  const counts = Object.fromEntries(severities.map((severity) => [severity, 0])) as Record<Severity, number>
  for (const { findings } of answers) for (const { severity } of findings) counts[severity] += 1
  return {
    email_guid: emailGuid,
    complete: answers.every(({ status }) => status !== 'running'),
    clients_checked: emailClients.map(({ code }) => code).sort(),
    counts,
    checks: [...answers].sort((one, other) => checkNames.indexOf(one.name) - checkNames.indexOf(other.name)),
  }
}
