import { recordCheck } from '@pas/captures/check-rows'
import { createReport, leaseReports, prolongLease, type LeasedReport } from '@pas/captures/report-rows'
import type { RowDeps } from '@pas/db/row-deps'
import type { Measured } from '@pas/email-checks/evidence'
import { checkNames, type CheckName } from '@pas/email-checks/rule'
import { findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import { findOpenEmail } from '@pas/emails/find-emails'
import { addChecksFinished } from '@pas/webhooks/add-checks-finished'
import { z } from 'zod'
import type { ListChangesDeps } from '../changes/list-changes'
import type { WebhookOutbox } from '../webhooks/webhook-outbox'
import { checkEmail } from './check-email'
import { beginEvidence, type EvidenceDeps } from './evidence-of'
import { storedEmailUnderCheck } from './stored-email-under-check'
import { wantedEvidence, type AskingDeps } from './wanted-evidence'

/** The checks that a caller asks for with an email. */
export interface WantedReport {
  names: readonly CheckName[]
  emailClients: readonly EmailClient[]
}

/** `email_checks.wanted` of a report. */
const wantedReport = z.object({ names: z.array(z.enum(checkNames)), clients: z.array(z.string()) })

export interface ReportDeps extends ListChangesDeps, EvidenceDeps, AskingDeps {
  storage: ListChangesDeps['storage'] & EvidenceDeps['storage']
  webhookOutbox: Pick<WebhookOutbox, 'wake'>
}

/** How long another process leaves a report to the one that works on it: longer than checking an email may take. */
const leaseMs = 120_000
/** How long one round waits for what is under way; the lease is prolonged after it. */
const roundMs = 20_000
/** How often a round looks at the rows without an event. */
const pollMs = 10_000
/** Reports of a process at a time, and of an account. What is beyond waits for the reconciler. */
const maxReports = 64
const maxOfAccount = 16

/** Adds the report of a new email, in the transaction that makes the email. */
export const recordReport = (
  deps: RowDeps,
  email: { id: string; accountId: number },
  { names, emailClients }: WantedReport,
): Promise<void> =>
  createReport(deps, email, {
    names: [...names],
    clients: emailClients.map(({ code }) => code),
  } satisfies z.input<typeof wantedReport>)

/**
 * Begins the report of this email, or those that nobody works on, as far as this process has places for them. Resolves to
 * their number. One that fails is taken over by the reconciler when its lease is over.
 */
export async function beginReports(deps: ReportDeps, emailId: string | null = null): Promise<number> {
  const { reportsOf } = deps.checkWork
  const places = maxReports - [...reportsOf.values()].reduce((sum, number) => sum + number, 0)
  if (places <= 0) return 0
  const notOf = [...reportsOf].filter(([, number]) => number >= maxOfAccount).map(([accountId]) => accountId)
  const reports = await leaseReports(deps, { emailId, notOf, leaseMs, limit: Math.min(places, maxOfAccount) })
  for (const report of reports)
    deps.checkWork.beginReport(report, (signal) => makeReport(deps, report, signal))
  return reports.length
}

/**
 * Waits until all checks of a report have ended, and tells the webhooks what they found. Resolves to whether it did: not
 * when the email is gone or another process has taken the report over.
 */
async function makeReport(deps: ReportDeps, report: LeasedReport, signal: AbortSignal): Promise<boolean> {
  const stored = await findOpenEmail(deps, { id: report.emailId })
  // Its content is being erased, and the report with it.
  if (!stored) return false
  const { names, clients } = wantedReport.parse(report.wanted)
  const emailClients = clients.flatMap((code) => findEmailClient(code) ?? [])
  const email = await storedEmailUnderCheck(deps, stored.accountId, stored.id)
  const wanted = { email, names, emailClients }
  const wantedOfAll = await wantedEvidence(deps, stored, wanted, signal)
  for (;;) {
    signal.throwIfAborted()
    // What failed since the report was asked for has had its chance.
    const begun = await beginEvidence(deps, wantedOfAll, report.requestedAt)
    await begun.untilEnded(AbortSignal.any([signal, AbortSignal.timeout(roundMs)]), pollMs)
    const isOwn = await prolongLease(deps, report, new Date(deps.clock.now().getTime() + leaseMs))
    if (!isOwn) return false
    const evidence = await begun.read()
    if (Object.values(evidence).some((measured: Measured<unknown> | null) => measured?.status === 'running'))
      continue
    const { counts } = await checkEmail(
      deps,
      stored.accountId,
      { ...wanted, evidence: () => Promise.resolve(evidence) },
      signal,
    )
    const isRecorded = await deps.db.$transaction(async (db) => {
      const recorded = await recordCheck({ db, clock: deps.clock }, report, 'done')
      if (recorded === 'recorded') await addChecksFinished({ db, clock: deps.clock }, stored.id, counts)
      return recorded === 'recorded'
    })
    deps.webhookOutbox.wake()
    return isRecorded
  }
}
