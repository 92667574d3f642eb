import { newSince, type ChecksOfEmail, type WireFinding } from '@pas/email-checks/answers'
import type { CheckName } from '@pas/email-checks/rule'

export interface ComparedChecks {
  complete: boolean
  clients_checked: string[]
  /** Checks that are not done of both emails: their findings would look new or gone. */
  not_compared: CheckName[]
  gone: WireFinding[]
  new: WireFinding[]
  still: WireFinding[]
}

export function compareChecks(base: ChecksOfEmail, head: ChecksOfEmail): ComparedChecks {
  const notCompared = head.checks.map(({ name }) => name).filter((name) => !isComparable(name, base, head))
  const findingsOf = ({ checks }: ChecksOfEmail): WireFinding[] =>
    checks.flatMap(({ name, findings }) => (notCompared.includes(name) ? [] : findings))
  const before = findingsOf(base)
  const after = findingsOf(head)
  const isNew = newSince(before)
  const left = new Set(after.map(({ fingerprint }) => fingerprint))
  return {
    complete: base.complete && head.complete,
    clients_checked: head.clients_checked,
    not_compared: notCompared,
    gone: before.filter((finding) => !left.has(finding.fingerprint) && !isUnproved(finding)),
    new: after.filter((finding) => isNew(finding) && !isUnproved(finding)),
    still: after.filter((finding) => !isNew(finding)),
  }
}

/** Whether it is told depends on which changes the pictures sufficed for, which differs from version to version. */
const isUnproved = ({ severity, basis }: WireFinding): boolean =>
  severity === 'note' && (basis === 'rule' || basis === 'measured_elsewhere')

/** A check that needs what an email does not have has no findings there. */
const isComparable = (name: CheckName, ...emails: readonly ChecksOfEmail[]): boolean =>
  emails.every(({ checks }) =>
    checks.some((check) => check.name === name && ['done', 'not_applicable'].includes(check.status)),
  )
