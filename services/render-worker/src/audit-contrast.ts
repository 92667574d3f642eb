import { claimAudit, type ClaimedAudit } from '@pas/captures/claim-audit'
import { recordCheck } from '@pas/captures/check-rows'
import type { CaptureFailure } from '@pas/captures/capture-state'
import { maxKeptTexts, type MeasuredContrast } from '@pas/email-checks/measurements'
import { checkPrefix, checkResultKey } from '@pas/emails/storage-keys'
import { inSpan } from '@pas/runtime/in-span'
import { asCaptureError, reachRow, rowRetryMs, type CaptureDeps } from './capture-preview'
import type { JudgeContrast } from './engines/contrast/laid-out-page'
import { CaptureError } from './errors'
import { awaitStorageUntil, fromStorage } from './load-email'
import type { EmailEmulator } from './email-emulator'
import { withDocument } from './with-document'

export interface AuditDeps extends CaptureDeps {
  emulator: Pick<EmailEmulator, 'emulate' | 'judgeContrast'>
}

export interface AuditOutcome {
  /** `superseded`: another worker has claimed it. `removed`: the email or its content is gone. */
  outcome: 'done' | 'nothing_to_do' | 'superseded' | 'removed' | 'failed'
  kind?: CaptureFailure
  error?: Error
}

/** Records and returns a failure; the check has to be asked for again. Rejects with `RowUnavailableError`. */
export async function auditContrast(
  deps: AuditDeps,
  checkId: string,
  { isTakeover }: { isTakeover: boolean },
): Promise<AuditOutcome> {
  return inSpan('audit contrast', { 'pas.check_id': checkId, 'pas.engine': deps.engine.name }, async () => {
    const claim = await reachRow(rowRetryMs, claimAudit(deps, checkId, isTakeover))
    if (!claim) return { outcome: 'nothing_to_do' }
    try {
      await storeResult(deps, claim, await measure(deps, claim))
    } catch (error) {
      const captureError = asCaptureError(error)
      const recorded = await reachRow(deps.jobTimeoutMs, recordCheck(deps, claim, 'failed'))
      if (recorded !== 'recorded') return { outcome: recorded }
      return { outcome: 'failed', kind: captureError.kind, error: captureError }
    }
    const recorded = await reachRow(deps.jobTimeoutMs, recordCheck(deps, claim, 'done'))
    if (recorded === 'recorded') return { outcome: 'done' }
    // Best effort: the daily sweep deletes objects that no row names.
    if (recorded === 'removed')
      await deps.storage
        .deletePrefix(checkPrefix(claim.emailId, 'contrast', claim.emailClient))
        .catch(() => undefined)
    return { outcome: recorded }
  })
}

async function measure(deps: AuditDeps, claim: ClaimedAudit): Promise<MeasuredContrast> {
  const { engine, emulator, captureTimeoutMs } = deps
  const timeout = AbortSignal.timeout(captureTimeoutMs)
  const wanted = { ...claim, orientation: 'vertical', images: 'allowed' } as const
  const judge: JudgeContrast = (page, take) => emulator.judgeContrast(claim.accountId, page, take, timeout)
  const { texts, unmeasured } = await withDocument(
    deps,
    wanted,
    { timeout, marksPlaces: true },
    (document, { measureOnce, owner }) =>
      measureOnce(engine, document, () => {
        if (engine.measureContrast) return engine.measureContrast(document, judge, timeout, owner)
        throw new CaptureError('unsupported_document', `${engine.name} measures no contrast`)
      }),
  )
  const told = texts.filter(({ verdict }) => verdict !== 'passes')
  return {
    texts: told.slice(0, maxKeptTexts),
    measured: texts.length,
    unmeasured: unmeasured + Math.max(0, told.length - maxKeptTexts),
  }
}

const keyOf = ({ emailId, emailClient }: ClaimedAudit): string =>
  checkResultKey(emailId, 'contrast', emailClient)

function storeResult(
  { storage, captureTimeoutMs }: CaptureDeps,
  claim: ClaimedAudit,
  result: MeasuredContrast,
): Promise<void> {
  const put = storage.put(keyOf(claim), Buffer.from(JSON.stringify(result)), 'application/json')
  return awaitStorageUntil(fromStorage(put), AbortSignal.timeout(captureTimeoutMs))
}
