import type { CaptureFailure } from '@pas/captures/capture-state'
import { putCheckResult } from '@pas/checks/check-results'
import { recordCheck } from '@pas/checks/check-rows'
import { claimAudit, type ClaimedAudit } from '@pas/checks/audit-rows'
import { checkResultPrefix } from '@pas/checks/storage-keys'
import { maxKeptTexts, type MeasuredContrast } from '@pas/email-checks/measurements'
import { inSpan } from '@pas/runtime/in-span'
import { asCaptureError, reachRow, rowRetryMs, type CaptureDeps } from './capture-preview'
import type { JudgeContrast } from './engines/contrast/laid-out-page'
import { CaptureError } from './errors'
import type { EmailEmulator } from './email-emulator'
import { awaitStorageUntil, fromStorage } from './from-storage'
import { withDocument } from './with-document'

export interface CheckDeps extends CaptureDeps {
  emulator: Pick<EmailEmulator, 'emulate' | 'judgeContrast'>
}

export interface CheckOutcome {
  /** `superseded`: another worker has claimed it. `removed`: the email or its content is gone. */
  outcome: 'done' | 'nothing_to_do' | 'superseded' | 'removed' | 'failed'
  kind?: CaptureFailure
  error?: Error
}

/** A failure is recorded and returned, and not retried. Rejects with `RowUnavailableError`. */
export async function runAudit(
  deps: CheckDeps,
  checkId: string,
  { isTakeover }: { isTakeover: boolean },
): Promise<CheckOutcome> {
  return inSpan('check contrast', { 'pas.check_id': checkId, 'pas.engine': deps.engine.name }, async () => {
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
        .deletePrefix(checkResultPrefix(claim.emailId, 'contrast', claim.emailClient))
        .catch(() => undefined)
    return { outcome: recorded }
  })
}

async function measure(deps: CheckDeps, claim: ClaimedAudit): Promise<MeasuredContrast> {
  const { engine, emulator, captureTimeoutMs } = deps
  const timeout = AbortSignal.timeout(captureTimeoutMs)
  const wantedDocument = { ...claim, orientation: 'vertical', images: 'allowed' } as const
  const judge: JudgeContrast = (page, take) => emulator.judgeContrast(claim.accountId, page, take, timeout)
  const { texts, unmeasured } = await withDocument(
    deps,
    wantedDocument,
    { timeout, marksPlaces: true },
    (document, { measureOnce, owner }) =>
      measureOnce(engine, document, () => {
        if (engine.measureContrast) return engine.measureContrast(document, judge, timeout, owner)
        throw new CaptureError('unsupported_document', `${engine.name} measures no contrast`)
      }),
  )
  const reported = texts.filter(({ verdict }) => verdict !== 'passes')
  return {
    texts: reported.slice(0, maxKeptTexts),
    measured: texts.length,
    unmeasured: unmeasured + Math.max(0, reported.length - maxKeptTexts),
  }
}

function storeResult(
  { storage, captureTimeoutMs }: CaptureDeps,
  { emailId, emailClient }: ClaimedAudit,
  result: MeasuredContrast,
): Promise<void> {
  const put = putCheckResult(storage, emailId, 'contrast', result, emailClient)
  return awaitStorageUntil(fromStorage(put), AbortSignal.timeout(captureTimeoutMs))
}
