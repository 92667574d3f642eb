import { auditJob, measuringEngine } from '@pas/captures/capture-job'
import { createAudits, type WaitingAudit } from '@pas/captures/check-rows'
import type { CaptureQueue } from '@pas/captures/request-captures'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { Logger } from '@pas/runtime/logger'
import type { AssetCompletion } from '../assets/complete-assets'
import type { OpenEmail } from '../emulation/open-email'
import type { CreateWithinLimitsDeps } from '../previews/create-within-limits'

export const isMeasurable = ({ engine }: Pick<EmailClient, 'engine'>): boolean => engine === measuringEngine

export interface NoAudits {
  status: 'unavailable' | 'failed'
  description: string
}

/**
 * Measures where nothing is done or failed after `failedBefore`; each email client counts as a capture. Resolves to why
 * none was begun, or to null.
 */
export async function requestAudits(
  deps: CreateWithinLimitsDeps & {
    auditQueue: CaptureQueue
    assetCompletion: Pick<AssetCompletion, 'complete'>
    logger: Logger
  },
  email: OpenEmail,
  emailClients: readonly EmailClient[],
  failedBefore: Date,
): Promise<NoAudits | null> {
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
    return {
      status: 'failed',
      description:
        refused > maxNew
          ? budget.refusal(refused).publicText
          : `This account may have ${capturesWaiting} captures and audits waiting for the engine '${measuringEngine}', and ${used} are; ask again later.`,
    }
  }
  budget.close(created.made)
  await queueWhenFrozen(deps, email, created.waiting)
  return null
}

/** Audits in the queue stay, because one attempt is one job. In the background while the email lacks assets. */
async function queueWhenFrozen(
  { auditQueue, assetCompletion, logger }: Parameters<typeof requestAudits>[0],
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
