import { recordCheck } from '@pas/checks/check-rows'
import {
  endWaitOfReports,
  leaseReports,
  letReportWait,
  returnReport,
  type LeasedReport,
} from '@pas/checks/report-rows'
import { checkNames } from '@pas/email-checks/rule'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { findOpenEmail } from '@pas/emails/find-emails'
import type { Storage } from '@pas/storage/storage'
import { addChecksFinished } from '@pas/webhooks/add-checks-finished'
import { z } from 'zod'
import { checkEnded } from '../events'
import { startLeasedWork, type LeasedWork } from '../leased-work'
import type { WebhookOutbox } from '../webhooks/webhook-outbox'
import { checkEmail } from './check-email'
import { storedEmailUnderCheck } from './email-under-check'
import { beginMeasurements } from './measurements/begin-measurements'
import type { MeasuringDeps } from './measurements/measurement'

/** `email_checks.wanted` of a report. */
const wantedReport = z.object({ names: z.array(z.enum(checkNames)), clients: z.array(z.string()) })
/** Names of checks, and codes of the email clients that they are for. */
export type WantedReport = z.input<typeof wantedReport>

export type ReportDeps = MeasuringDeps & {
  storage: Pick<Storage, 'get' | 'open'>
  webhookOutbox: Pick<WebhookOutbox, 'wake'>
}

/** Longer than checking an email takes. */
const leaseMs = 120_000
/** Maximum per process. Reports that wait for measurements have no place. */
const places = 64
/** Maximum of reports, link checks and spam checks at a time. */
const maxPerAccount = 16
/** Measurements end in bursts: their events are gathered for this time. */
const gatherMs = 50

const notTakenUp = 'reports of checks could not be taken up; the reconciler will take them up'

export interface Reports extends Pick<LeasedWork, 'wake' | 'size' | 'close'> {
  /** For reports that a process left, or whose event was lost. */
  takeUp(): Promise<void>
}

/**
 * A report that must wait is given back; the end of its last measurement wakes it. A process may take over another's
 * failed report when its lease ends.
 */
export function startReports(deps: ReportDeps): Reports {
  const { checkWork, logger } = deps
  const work = startLeasedWork<LeasedReport>({
    places,
    lease: ({ room, underWay }) =>
      leaseReports(deps, {
        room,
        maxPerAccount,
        leaseMs,
        underWay: [...underWay, ...checkWork.accountsAtWork()],
      }),
    work: async (report, signal) => {
      try {
        if (await makeReport(deps, report, signal)) checkEnded(logger, { ...report, name: 'report' }, 'done')
      } catch (error) {
        if (signal.aborted) await returnReport(deps, report).catch(() => undefined)
        else checkEnded(logger, { ...report, name: 'report' }, 'failed', error)
      }
    },
    failedToLease: (error) => logger.warn({ err: error }, notTakenUp),
    closingMs: 0,
  })

  const changed = new Set<string>()
  let hasFreePlace = false
  let gathering: NodeJS.Timeout | undefined
  const wakeReports = (): void => {
    const rowIds = [...changed]
    // Ended work frees a place for its account's reports, also if none has become due.
    const mayBegin = hasFreePlace
    gathering = undefined
    changed.clear()
    hasFreePlace = false
    endWaitOfReports(deps, rowIds)
      .then((due) => {
        if (due > 0 || mayBegin) work.wake()
      })
      .catch((error: unknown) => logger.warn({ err: error }, notTakenUp))
  }
  checkWork.onChange((rowId, isOwnWork) => {
    changed.add(rowId)
    hasFreePlace ||= isOwnWork
    gathering ??= setTimeout(wakeReports, gatherMs).unref()
  })

  return {
    wake: work.wake,
    takeUp: async () => {
      await endWaitOfReports(deps, null)
      work.wake()
    },
    get size() {
      return work.size
    },
    close: async () => {
      clearTimeout(gathering)
      await work.close()
    },
  }
}

/** False when a measurement is running, the email is gone, or another process has taken the report over. */
async function makeReport(deps: ReportDeps, report: LeasedReport, signal: AbortSignal): Promise<boolean> {
  const stored = await findOpenEmail(deps, { id: report.emailId })
  // Its content is being erased, and the report with it.
  if (!stored) return false
  const { names, clients } = wantedReport.parse(report.wanted)
  const emailClients = clients.flatMap((code) => findEmailClient(code) ?? [])
  const subject = { email: storedEmailUnderCheck(deps.storage, stored), names, emailClients }
  // What failed since the report was asked for is not tried again.
  const begun = await beginMeasurements(deps, stored, subject, signal, report.requestedAt)
  const measurements = await begun.read()
  signal.throwIfAborted()
  const { contrast, links, spam } = measurements
  const effects = names.includes('effects') ? measurements.effects : null
  if ([contrast, links, spam, effects].some((measured) => measured?.status === 'running')) {
    await letReportWait(deps, report)
    return false
  }
  const readMeasurements = () => Promise.resolve(measurements)
  const { counts } = await checkEmail(deps, stored.accountId, { ...subject, readMeasurements }, signal)
  const isRecorded = await deps.db.$transaction(async (db) => {
    const recorded = await recordCheck({ db, clock: deps.clock }, report, 'done')
    if (recorded === 'recorded') await addChecksFinished({ db, clock: deps.clock }, stored.id, counts)
    return recorded === 'recorded'
  })
  deps.webhookOutbox.wake()
  return isRecorded
}
