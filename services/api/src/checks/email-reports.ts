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

/** How long another process leaves a report to the one that works on it. */
const leaseMs = 60_000
/** How long one round waits for what is under way; the lease is prolonged after it. */
const roundMs = 20_000
/** Longer than an audit may wait for a worker. */
const timeoutMs = 2 * 60 * 60 * 1000
/** Reports that one run of the reconciler takes over. */
const maxTakenOver = 20

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

/** Begins the report of this email, or those that another process has left. Resolves to their number. */
export async function beginReports(deps: ReportDeps, emailId: string | null = null): Promise<number> {
  const reports = await leaseReports(deps, { emailId, leaseMs, limit: maxTakenOver })
  for (const report of reports)
    deps.checkWork.begin(
      { ...report, name: 'report' },
      { run: (signal) => makeReport(deps, report, signal), timeoutMs },
    )
  return reports.length
}

/** Waits until all checks of a report have ended, and tells the webhooks what they found. */
async function makeReport(deps: ReportDeps, report: LeasedReport, signal: AbortSignal): Promise<void> {
  const stored = await findOpenEmail(deps, { id: report.emailId })
  if (!stored) return
  const { names, clients } = wantedReport.parse(report.wanted)
  const emailClients = clients.flatMap((code) => findEmailClient(code) ?? [])
  const email = await storedEmailUnderCheck(deps, stored.accountId, stored.id)
  const wanted = { email, names, emailClients }
  for (;;) {
    signal.throwIfAborted()
    const begun = await beginEvidence(deps, await wantedEvidence(deps, stored, wanted))
    await begun.untilEnded(AbortSignal.any([signal, AbortSignal.timeout(roundMs)]))
    const isOwn = await prolongLease(deps, report, new Date(deps.clock.now().getTime() + leaseMs))
    if (!isOwn) return
    const evidence = await begun.read()
    if (Object.values(evidence).some((measured: Measured<unknown> | null) => measured?.status === 'running'))
      continue
    const { counts } = await checkEmail(
      deps,
      stored.accountId,
      { ...wanted, evidence: () => Promise.resolve(evidence) },
      signal,
    )
    await addChecksFinished(deps, stored.id, counts)
    deps.webhookOutbox.wake()
    return
  }
}
