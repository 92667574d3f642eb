import type { CaptureFailure } from '@pas/captures/capture-state'
import { putCheckResult, type Results } from '@pas/checks/check-results'
import { recordCheck } from '@pas/checks/check-rows'
import { claimAudit, returnAudit, type ClaimedAudit } from '@pas/checks/audit-rows'
import type { AuditName } from '@pas/checks/check-state'
import { checkResultPrefix } from '@pas/checks/storage-keys'
import { maxKeptTexts, type MeasuredContrast } from '@pas/email-checks/measurements'
import { inSpan } from '@pas/runtime/in-span'
import { asCaptureError, reachRow, rowRetryMs, type CaptureDeps } from './capture-preview'
import type { JudgeContrast } from './engines/contrast/laid-out-page'
import { measureEffects, type EffectsProgress } from './effects/measure-effects'
import { CaptureError, RowUnavailableError } from './errors'
import type { EmailEmulator } from './email-emulator'
import { awaitStorageUntil, fromStorage } from './from-storage'
import { withDocument } from './with-document'

export interface CheckDeps extends CaptureDeps {
  emulator: Pick<EmailEmulator, 'emulate' | 'rewriteMessage' | 'judgeContrast' | 'findRegions'>
}

export interface CheckOutcome {
  /** `superseded`: another worker has claimed it. `removed`: the email or its content is gone. */
  outcome: 'done' | 'nothing_to_do' | 'superseded' | 'removed' | 'failed'
  name?: AuditName
  emailId?: string
  accountId?: number
  kind?: CaptureFailure
  error?: Error
}

/** The audit waits again, with what the job is to keep for its next part. */
export interface AuditPart {
  outcome: 'part'
  progress: EffectsProgress
}

/** A failure is recorded and returned, and not retried. Rejects with `RowUnavailableError`. */
export async function runAudit(
  deps: CheckDeps,
  checkId: string,
  { isTakeover, progress = null }: { isTakeover: boolean; progress?: EffectsProgress | null },
): Promise<CheckOutcome | AuditPart> {
  return inSpan('audit', { 'pas.check_id': checkId, 'pas.engine': deps.engine.name }, async () => {
    const claim = await reachRow(rowRetryMs, claimAudit(deps, checkId, isTakeover))
    if (!claim) return { outcome: 'nothing_to_do' }
    const { name, emailId, accountId } = claim
    const ids = { name, emailId, accountId }
    let counts: Parameters<typeof recordCheck>[3] = {}
    try {
      if (name === 'contrast') await storeResult(deps, claim, 'contrast', await measureContrast(deps, claim))
      else {
        const part = await measureEffects(deps, claim, progress)
        const { pictures } = part.progress
        if (!part.isOver) {
          await reachRow(deps.jobTimeoutMs, returnAudit(deps, claim, pictures))
          return { outcome: 'part', progress: part.progress }
        }
        const { changes, unknown } = part.result
        const changesSeen = changes.filter(({ isSeen }) => isSeen).length
        counts = { pictures, changesSeen, changesUnknown: unknown }
        await storeResult(deps, claim, 'effects', part.result)
      }
    } catch (error) {
      if (error instanceof RowUnavailableError) throw error
      const captureError = asCaptureError(error)
      const recorded = await reachRow(deps.jobTimeoutMs, recordCheck(deps, claim, captureError.kind))
      if (recorded !== 'recorded') return { outcome: recorded, ...ids }
      return { outcome: 'failed', ...ids, kind: captureError.kind, error: captureError }
    }
    const recorded = await reachRow(deps.jobTimeoutMs, recordCheck(deps, claim, 'done', counts))
    if (recorded === 'recorded') return { outcome: 'done', ...ids }
    // Best effort: the daily sweep deletes objects that no row names.
    if (recorded === 'removed')
      await deps.storage
        .deletePrefix(checkResultPrefix(claim.emailId, name, claim.emailClient))
        .catch(() => undefined)
    return { outcome: recorded, ...ids }
  })
}

async function measureContrast(deps: CheckDeps, claim: ClaimedAudit): Promise<MeasuredContrast> {
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

function storeResult<Name extends AuditName>(
  { storage, captureTimeoutMs }: CaptureDeps,
  { emailId, emailClient }: ClaimedAudit,
  name: Name,
  result: Results[Name],
): Promise<void> {
  const put = putCheckResult(storage, emailId, name, result, emailClient)
  return awaitStorageUntil(fromStorage(put), AbortSignal.timeout(captureTimeoutMs))
}
