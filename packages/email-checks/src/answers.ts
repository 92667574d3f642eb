import type { BoxOfClient } from '@pas/email-clients/effects/changes-of-clients'
import type { Basis } from '@pas/email-clients/effects/effect-of-change'
import type { Place } from '@pas/email-clients/references/places-in'
import { checkNames, severities, type CheckName, type FindingPart, type Severity } from './rule'
import type { CheckStatus } from './measurements'
import type { PartName } from './span'

/** Lines and columns count from 1, columns in UTF-16 code units. */
export interface WireRange {
  part: PartName
  line: number
  column: number
  end_line: number
  /** The column after the last character. */
  end_column: number
}

export interface WireFix {
  description: string
  edits: { where: WireRange; text: string }[]
}

export interface WireFinding {
  rule: string
  severity: Severity
  what: string
  /** The first place. `snippet`: at most 200 characters of what is written there. */
  where: (WireRange & { snippet: string }) | null
  /** All places in the part of `where`, at most 50. */
  places: Place[]
  count: number
  /** Codes. Null if the finding does not depend on the email client. */
  clients: string[] | null
  description: string
  detail: Readonly<Record<string, string | number>>
  fix: WireFix | null
  /** Null for what no email client changes. */
  basis: Basis | null
  boxes: BoxOfClient[]
  parts: FindingPart[]
  /** Equal for the same finding in a later version of the email, wherever it stands there. */
  fingerprint: string
  source: string | null
  source_url: string | null
}

export interface CheckAnswer {
  name: CheckName
  status: CheckStatus
  description: string | null
  facts: Readonly<Record<string, unknown>>
  findings: WireFinding[]
}

export interface ChecksOfEmail {
  email_guid: string | null
  complete: boolean
  clients_checked: string[]
  counts: Record<Severity, number>
  checks: CheckAnswer[]
}

/** Links and headers are the same in each email client: a fault of theirs is none of one client. */
const ofNoClient = /^(?:links|headers)\//

/** Codes among `checked`: the email clients in which the email has no error. */
export function clientsWithoutError(
  checked: readonly string[],
  findings: readonly Pick<WireFinding, 'rule' | 'severity' | 'clients'>[],
): string[] {
  const errors = findings.filter(({ rule, severity }) => severity === 'error' && !ofNoClient.test(rule))
  const faulty = new Set(errors.flatMap(({ clients }) => clients ?? checked))
  return checked.filter((code) => !faulty.has(code))
}

/** Whether a finding is not among those of an earlier version, or is in more places, or worse, than there. */
export function newSince(
  before: readonly Pick<WireFinding, 'fingerprint' | 'count' | 'severity'>[],
): (finding: Pick<WireFinding, 'fingerprint' | 'count' | 'severity'>) => boolean {
  const known = new Map(before.map((finding) => [finding.fingerprint, finding]))
  return ({ fingerprint, count, severity }) => {
    const earlier = known.get(fingerprint)
    return (
      !earlier || count > earlier.count || severities.indexOf(severity) < severities.indexOf(earlier.severity)
    )
  }
}

export const failedCheck = (name: CheckName): CheckAnswer => ({
  name,
  status: 'failed',
  description:
    'The email is so large or unusual that it could not be gone through in time; ask again, or check a part of it.',
  facts: {},
  findings: [],
})

export function checksOfEmail(
  { emailGuid, emailClients }: { emailGuid: string | null; emailClients: readonly { code: string }[] },
  answers: readonly CheckAnswer[],
): ChecksOfEmail {
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
