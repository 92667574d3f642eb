import path from 'node:path'
import { readEmail, UnusableEmail } from '../read-email'
import type { PostedEmails } from '../posted-emails'
import type { EmailResult, ReportedFinding } from '../run-result'
import type { Service } from '../service'
import { isRefusedCaller, ServiceError } from '../service-error'
import type { Checks, Finding } from '../wire'

export interface Lint {
  service: Pick<Service, 'waitForChecks'>
  posted: PostedEmails
  stop: AbortSignal
  folder: string
  files: readonly string[]
  only: readonly string[] | null
  /** Null: those that the service takes where none is named. */
  clients: readonly string[] | null
  judge: (
    file: string,
    findings: readonly ReportedFinding[],
  ) => Pick<EmailResult, 'findings' | 'ignoredCount'>
  onDone: (done: number) => void
}

export interface Linted {
  emails: EmailResult[]
  /** Sentences about checks that this service does not do. */
  notDone: string[]
}

// Of one account the service reads six emails at once.
const emailsAtOnce = 4
const maxChecksMs = 600_000

/** Throws a `ServiceError` when no further email could be checked either. */
export async function lintEmails(lint: Lint): Promise<Linted> {
  const emails: EmailResult[] = []
  const notDone = new Set<string>()
  const ended = new AbortController()
  const stop = AbortSignal.any([lint.stop, ended.signal])
  let next = 0
  let done = 0
  const lintNext = async (): Promise<void> => {
    while (next < lint.files.length && !stop.aborted) {
      const index = next
      next += 1
      emails[index] = await lintEmail({ ...lint, stop }, lint.files[index] ?? '', notDone)
      done += 1
      lint.onDone(done)
    }
  }
  const lanes = Array.from({ length: emailsAtOnce }, () =>
    lintNext().catch((error: unknown) => {
      ended.abort(error)
      throw error
    }),
  )
  const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected')
  if (failed) throw ended.signal.reason
  lint.stop.throwIfAborted()
  return { emails, notDone: [...notDone] }
}

async function lintEmail(lint: Lint, file: string, notDone: Set<string>): Promise<EmailResult> {
  const result: EmailResult = { file, findings: [], ignoredCount: 0, comparisons: [], failure: null }
  try {
    const checks = await checksOf(lint, file)
    const findings = checks.checks.flatMap((check) => check.findings.map(reported)).sort(byPlace)
    Object.assign(result, lint.judge(file, findings))
    result.failure = failureOf(checks, lint.only)
    for (const { name, status, description } of checks.checks)
      if (status === 'unavailable') notDone.add(`${name}: ${description ?? 'it is not available there'}`)
  } catch (error) {
    if (lint.stop.aborted || !isOfThisEmail(error)) throw error
    result.failure = error.message
  }
  return result
}

async function checksOf(
  { service, posted, stop, folder, only, clients }: Lint,
  file: string,
): Promise<Checks> {
  const { email_guid: guid } = await posted.post(await readEmail(path.resolve(folder, file)))
  try {
    const of = { ...(only && { only }), ...(clients && { clients }) }
    return await service.waitForChecks(guid, of, { signal: stop, timeoutMs: maxChecksMs })
  } finally {
    await posted.delete(guid)
  }
}

/** Others are of the service or the caller: every other email would end the same. */
const isOfThisEmail = (error: unknown): error is Error =>
  error instanceof UnusableEmail ||
  (error instanceof ServiceError &&
    error.status !== null &&
    ![502, 504].includes(error.status) &&
    !isRefusedCaller(error))

function failureOf({ complete, checks }: Checks, only: readonly string[] | null): string | null {
  const failed = checks.filter(
    ({ name, status }) => status === 'failed' || (status === 'unavailable' && only?.includes(name)),
  )
  const sentences = failed.map(
    ({ name, description }) => `${name} was not done: ${description ?? 'no reason is known'}`,
  )
  const running = checks.filter(({ status }) => status === 'running').map(({ name }) => name)
  if (!complete) sentences.push(`${running.join(', ')} had not ended after ${maxChecksMs / 60_000} minutes`)
  return sentences.length === 0 ? null : sentences.join(' ')
}

const reported = (finding: Finding): ReportedFinding => ({
  rule: finding.rule,
  severity: finding.severity,
  what: finding.what,
  where: finding.where,
  count: finding.count,
  clients: finding.clients,
  description: finding.description,
  fingerprint: finding.fingerprint,
  source: finding.source,
  source_url: finding.source_url,
})

const byPlace = ({ where: one }: ReportedFinding, { where: other }: ReportedFinding): number =>
  (one?.line ?? 0) - (other?.line ?? 0) || (one?.column ?? 0) - (other?.column ?? 0)
