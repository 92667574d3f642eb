import { auditJob, maxEffectPictures, measuringEngine } from '@pas/checks/audit-job'
import { createAudits, type WaitingAudit } from '@pas/checks/audit-rows'
import type { Results } from '@pas/checks/check-results'
import { findCheckRows } from '@pas/checks/check-rows'
import { isGivenUp, isUnderWay, type AuditName, type CheckRow } from '@pas/checks/check-state'
import type { Measured } from '@pas/email-checks/measurements'
import { drawnLike } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { ApiError } from '@pas/runtime/errors'
import type { OpenEmail } from '../../emulation/open-email'
import { tooManyRequests } from '../../limits/account-rates'
import { readResult, type Measurement, type MeasuringDeps } from './measurement'

/** Why no further email client is measured. */
interface Refusal {
  status: 'unavailable' | 'failed'
  description: string
}

type ByEmailClient<Name extends AuditName> = ReadonlyMap<string, Results[Name]>

interface AuditBudget {
  maxNew: number
  refusal(missing: number): ApiError
  close(made: number): void
}

interface Audit<Name extends AuditName> {
  name: Name
  emailClients: readonly EmailClient[]
  openBudget: (emailClients: readonly EmailClient[]) => Promise<AuditBudget>
  noneMeasured: string
}

/** Each email client counts as a capture. */
export const contrastMeasurement = (
  deps: MeasuringDeps,
  email: OpenEmail,
  emailClients: readonly EmailClient[],
): Measurement<ByEmailClient<'contrast'>> =>
  auditMeasurement(deps, email, {
    name: 'contrast',
    emailClients: emailClients.filter(isMeasurable),
    openBudget: (missing) =>
      deps.captureBudget.open(
        { accountId: email.accountId, ip: undefined },
        email,
        missing.map(({ code }) => `${email.id} ${code} contrast`),
      ),
    noneMeasured: 'None of these email clients is drawn by Chromium, in which contrast is measured.',
  })

/** Once for email clients that show every email alike (`drawnLike`). Each may draw `maxEffectPictures`. */
export function effectsMeasurement(
  deps: MeasuringDeps,
  email: OpenEmail,
  emailClients: readonly EmailClient[],
): Measurement<ByEmailClient<'effects'>> {
  const { accountId } = email
  const { effectPictures } = deps.accountRates
  return auditMeasurement(deps, email, {
    name: 'effects',
    emailClients: [...new Set(emailClients.filter(isMeasurable).map(drawnLike))],
    openBudget: async () => {
      const state = await effectPictures.read(accountId)
      return {
        maxNew: state ? Math.floor(Math.max(0, state.limit - state.used) / maxEffectPictures) : Infinity,
        refusal: () => {
          if (!state) throw new Error('effects were refused without a limit')
          return tooManyRequests(
            `This account may have ${state.limit} pictures drawn an hour to see what changes do`,
            state,
            deps.clock.now(),
          )
        },
        close: (made) => {
          if (made > 0) void effectPictures.spend(accountId, made * maxEffectPictures)
        },
      }
    },
    noneMeasured: 'None of these email clients is drawn by Chromium, in which effects are measured.',
  })
}

const isMeasurable = ({ engine }: EmailClient): boolean => engine === measuringEngine

function auditMeasurement<Name extends AuditName>(
  deps: MeasuringDeps,
  email: OpenEmail,
  audit: Audit<Name>,
): Measurement<ByEmailClient<Name>> {
  const { name, emailClients, noneMeasured } = audit
  const codes = new Set(emailClients.map(({ code }) => code))
  const needs = (row: CheckRow): boolean => row.name === name && codes.has(row.emailClient)
  let refusal: Refusal | null = null
  return {
    needs,
    begin: async (failedBefore) => {
      if (codes.size === 0) return
      const done = (await findCheckRows(deps, email.id)).filter((row) => needs(row) && row.status === 'done')
      const missing = emailClients.filter(({ code }) => !done.some(({ emailClient }) => emailClient === code))
      if (missing.length > 0) refusal = await request(deps, email, audit, missing, failedBefore)
    },
    read: (rows) =>
      codes.size === 0
        ? Promise.resolve({ status: 'not_applicable', description: noneMeasured, result: null })
        : readAudits(deps, email.id, { name, rows, askedCount: codes.size, refusal }),
  }
}

async function request(
  deps: MeasuringDeps,
  email: OpenEmail,
  { name, openBudget }: Audit<AuditName>,
  emailClients: readonly EmailClient[],
  failedBefore: Date,
): Promise<Refusal | null> {
  const { engineStatus, limitsOfAccount, clock, db } = deps
  // While Redis is away the status is unknown.
  if (!(await engineStatus.isServed(measuringEngine).catch(() => true)))
    return { status: 'unavailable', description: `No worker of the engine '${measuringEngine}' runs.` }
  const { capturesWaiting } = await limitsOfAccount(email.accountId)
  const budget = await openBudget(emailClients)
  const { maxNew } = budget
  const wanted = { name, emailId: email.id, emailClients, failedBefore, maxNew, maxWaiting: capturesWaiting }
  const created = await createAudits({ db, clock }, wanted).catch((error: unknown) => {
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
  audits: readonly WaitingAudit[],
): Promise<void> {
  if (audits.length === 0) return
  const queue = async (): Promise<void> => {
    await auditQueue.addBulk(audits.map((audit) => auditJob(audit, audit.ahead)))
  }
  const queued = email.assetsDueAt ? assetCompletion.complete(email.id).then(queue) : queue()
  const warned = queued.catch((error: unknown) => {
    // The reconciler or the next request queues the rows.
    logger.warn({ err: error }, 'audits could not be queued yet; will be retried')
  })
  if (!email.assetsDueAt) await warned
}

async function readAudits<Name extends AuditName>(
  deps: MeasuringDeps,
  emailGuid: string,
  {
    name,
    rows,
    askedCount,
    refusal,
  }: { name: Name; rows: readonly CheckRow[]; askedCount: number; refusal: Refusal | null },
): Promise<Measured<ByEmailClient<Name>>> {
  const results = await Promise.all(
    rows.map(async (row) => [row.emailClient, await readResult(deps, emailGuid, name, row)] as const),
  )
  const result = new Map(results.filter((pair): pair is readonly [string, Results[Name]] => pair[1] !== null))
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
