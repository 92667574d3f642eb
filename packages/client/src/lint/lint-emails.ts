import path from 'node:path'
import { readEmail, UnusableEmail } from '../read-email'
import type { PostedEmails } from '../posted-emails'
import type { EmailResult, ReportedFinding } from '../run-result'
import type { CommandService } from '../command-service'
import { isLost, ServiceError } from '../service-error'
import type { Checks, Finding } from '../wire'

export interface Lint {
  service: Pick<CommandService, 'waitForChecks'>
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
  /** Why the service cannot be asked, so that no email is sent; null if it can. */
  lost: string | null
}

export interface Linted {
  emails: EmailResult[]
  /** Sentences about checks that this service does not do. */
  notDone: string[]
}

// Of one account the service reads six emails at once.
const emailsAtOnce = 4
const maxChecksMs = 600_000

/** What fails is the email's `failure`; behind one for which the service was lost, no more are sent. */
export async function lintEmails(lint: Lint): Promise<Linted> {
  const emails: EmailResult[] = []
  const notDone = new Set<string>()
  let { lost } = lint
  let next = 0
  let done = 0
  const lintNext = async (): Promise<void> => {
    while (next < lint.files.length && !lint.stop.aborted) {
      const index = next
      next += 1
      const file = lint.files[index] ?? ''
      const result = { file, findings: [], ignoredCount: 0, comparisons: [], failure: lost }
      emails[index] = lost === null ? await lintEmail(lint, result, notDone).catch(failed(result)) : result
      done += 1
      lint.onDone(done)
    }
  }
  const failed = (result: EmailResult) => (error: unknown) => {
    if (!(error instanceof UnusableEmail || error instanceof ServiceError)) throw error
    if (isLost(error)) lost ??= `Not checked, as the service was lost before: ${error.message}`
    return { ...result, failure: error.message }
  }
  const lanes = Array.from({ length: emailsAtOnce }, lintNext)
  const thrown = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected')
  lint.stop.throwIfAborted()
  if (thrown) throw thrown.reason
  return { emails, notDone: [...notDone] }
}

async function lintEmail(lint: Lint, result: EmailResult, notDone: Set<string>): Promise<EmailResult> {
  const checks = await checksOf(lint, result.file)
  const findings = checks.checks.flatMap((check) => check.findings.map(reported)).sort(byPlace)
  for (const { name, status, description } of checks.checks)
    if (status === 'unavailable') notDone.add(`${name}: ${description ?? 'it is not available there'}`)
  return { ...result, ...lint.judge(result.file, findings), failure: failureOf(checks, lint.only) }
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
