import { findCheckRows } from '@pas/checks/check-rows'
import { isGivenUp, isUnderWay, type CheckRow } from '@pas/checks/check-state'
import { auditJob, measuringEngine } from '@pas/checks/audit-job'
import { createAudits, type WaitingAudit } from '@pas/checks/audit-rows'
import type { Measured, MeasuredContrast } from '@pas/email-checks/measurements'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { OpenEmail } from '../../emulation/open-email'
import { readResult, type Measurement, type MeasuringDeps } from './measurement'

/** Why no further email client is measured. */
interface Refusal {
  status: 'unavailable' | 'failed'
  description: string
}

type MeasuredInClients = ReadonlyMap<string, MeasuredContrast>

const noClientMeasured = {
  status: 'not_applicable',
  description: 'None of these email clients is drawn by Chromium, in which contrast is measured.',
  result: null,
} as const

/** Each email client counts as a capture. */
export function contrastMeasurement(
  deps: MeasuringDeps,
  email: OpenEmail,
  emailClients: readonly EmailClient[],
): Measurement<MeasuredInClients> {
  const measurable = emailClients.filter(({ engine }) => engine === measuringEngine)
  const codes = new Set(measurable.map(({ code }) => code))
  const needs = ({ name, emailClient }: CheckRow): boolean => name === 'contrast' && codes.has(emailClient)
  let refusal: Refusal | null = null
  return {
    needs,
    begin: async (failedBefore) => {
      if (codes.size === 0) return
      const done = (await findCheckRows(deps, email.id)).filter((row) => needs(row) && row.status === 'done')
      const missing = measurable.filter(({ code }) => !done.some(({ emailClient }) => emailClient === code))
      if (missing.length > 0) refusal = await requestContrasts(deps, email, missing, failedBefore)
    },
    read: (rows) =>
      codes.size === 0
        ? Promise.resolve(noClientMeasured)
        : readContrasts(deps, email.id, { rows, askedCount: codes.size, refusal }),
  }
}

async function requestContrasts(
  deps: MeasuringDeps,
  email: OpenEmail,
  emailClients: readonly EmailClient[],
  failedBefore: Date,
): Promise<Refusal | null> {
  const { engineStatus, captureBudget, limitsOfAccount, clock, db } = deps
  // While Redis is away the status is unknown.
  if (!(await engineStatus.isServed(measuringEngine).catch(() => true)))
    return { status: 'unavailable', description: `No worker of the engine '${measuringEngine}' runs.` }
  const { capturesWaiting } = await limitsOfAccount(email.accountId)
  const caller = { accountId: email.accountId, ip: undefined }
  const budget = await captureBudget.open(
    caller,
    email,
    emailClients.map(({ code }) => `${email.id} ${code} contrast`),
  )
  const { maxNew } = budget
  const created = await createAudits(
    { db, clock },
    { emailId: email.id, emailClients, failedBefore, maxNew, maxWaiting: capturesWaiting },
  ).catch((error: unknown) => {
    budget.close(0)
    throw error
  })
  if ('refused' in created) {
    budget.close(0)
    const { refused, used } = created
    const tooManyWaiting = `This account may have ${capturesWaiting} captures and audits waiting for the engine '${measuringEngine}', and ${used} are; ask again later.`
    const isBeyondBudget = refused > maxNew
    return {
      status: 'failed',
      description: isBeyondBudget ? budget.refusal(refused).publicText : tooManyWaiting,
    }
  }
  budget.close(created.made)
  await queueWhenFrozen(deps, email, created.waiting)
  return null
}

/** A job that is in the queue stays: one attempt is one job. Does not wait while the email lacks assets. */
async function queueWhenFrozen(
  { auditQueue, assetCompletion, logger }: MeasuringDeps,
  email: OpenEmail,
  contrasts: readonly WaitingAudit[],
): Promise<void> {
  if (contrasts.length === 0) return
  const queue = async (): Promise<void> => {
    await auditQueue.addBulk(contrasts.map((contrast) => auditJob(contrast, contrast.ahead)))
  }
  const queued = email.assetsDueAt ? assetCompletion.complete(email.id).then(queue) : queue()
  const warned = queued.catch((error: unknown) => {
    // The reconciler or the next request queues the rows.
    logger.warn({ err: error }, 'measurements of contrast could not be queued yet; will be retried')
  })
  if (!email.assetsDueAt) await warned
}

async function readContrasts(
  deps: MeasuringDeps,
  emailGuid: string,
  { rows, askedCount, refusal }: { rows: readonly CheckRow[]; askedCount: number; refusal: Refusal | null },
): Promise<Measured<MeasuredInClients>> {
  const results = await Promise.all(
    rows.map(async (row) => [row.emailClient, await readResult(deps, emailGuid, 'contrast', row)] as const),
  )
  const result = new Map(
    results.filter((pair): pair is readonly [string, MeasuredContrast] => pair[1] !== null),
  )
  const now = deps.clock.now()
  if (result.size === askedCount) return { status: 'done', description: null, result }
  if (refusal) return { ...refusal, result }
  if (rows.some((row) => isUnderWay(row, now))) {
    const description = `It is measured in ${result.size} of ${askedCount} email clients; ask again.`
    return { status: 'running', description, result }
  }
  const measured = `It could be measured in ${result.size} of ${askedCount} email clients`
  const isOver = result.size + rows.filter(isGivenUp).length === askedCount
  const nextStep = isOver
    ? 'measuring it in the others ended the worker each time, and is given up'
    : 'ask again in a minute'
  return { status: 'failed', description: `${measured}; ${nextStep}.`, result }
}
