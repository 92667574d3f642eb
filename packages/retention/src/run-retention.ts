import { failLateCaptures } from '@pas/captures/fail-content-gone'
import { withdrawCaptures, type CaptureQueues } from '@pas/captures/request-captures'
import { eraseContents } from './erase-contents'
import { removeOldEmails } from './remove-emails'
import { removeExpired, removeUnusedCodes } from './remove-expired'
import { removeOldPictures } from './remove-old-pictures'
import { repeatInBatches } from './repeat-in-batches'
import type { RetentionDeps } from './retention-deps'
import { IncompleteRunError, UnerasedError } from './retention-errors'

export interface RetentionCounts {
  /** Contents of emails. */
  emails: number
  /** Pictures. */
  images: number
  /** Tokens and codes. */
  tokens: number
  sessions: number
}

type RunDeps = RetentionDeps & { captureQueues: CaptureQueues }

interface Step {
  name: string
  counts?: keyof RetentionCounts
  run: (deps: RunDeps) => Promise<number>
}

/** What users were promised comes first. No step depends on another's success. */
const steps: readonly Step[] = [
  { name: 'late captures', run: endLateCaptures },
  { name: 'contents', counts: 'emails', run: eraseContents },
  { name: 'pictures', counts: 'images', run: removeOldPictures },
  { name: 'emails without pictures', run: removeOldEmails },
  { name: 'unused codes', counts: 'tokens', run: removeUnusedCodes },
  { name: 'used codes', counts: 'tokens', run: removeExpired('usedCodes') },
  { name: 'access tokens', counts: 'tokens', run: removeExpired('accessTokens') },
  { name: 'refresh tokens', counts: 'tokens', run: removeExpired('refreshTokens') },
  // After the tokens, none of which outlives its family.
  { name: 'token families', run: removeExpired('tokenFamilies') },
  { name: 'counts of grants', run: removeExpired('grantCounts') },
  { name: 'authorization requests', run: removeExpired('authorizationRequests') },
  { name: 'sessions', counts: 'sessions', run: removeExpired('sessions') },
  { name: 'sessions of the board', counts: 'sessions', run: removeExpired('boardSessions') },
  { name: 'one-time links', run: removeExpired('oneTimeLinks') },
  { name: 'invitations', run: removeExpired('invitations') },
  { name: 'mails about wrong codes', run: removeExpired('wrongCodesMails') },
  { name: 'webhook deliveries', run: removeExpired('webhookDeliveries') },
  { name: 'contents of shares', run: removeExpired('shareContents') },
  { name: 'shares', run: removeExpired('shares') },
  { name: 'idempotency keys', run: removeExpired('idempotencyKeys') },
]

/**
 * Several machines may run it: each skips locked rows. A failed step does not stop the others; then rejects with an
 * IncompleteRunError.
 */
export async function runRetention(
  deps: RunDeps,
  { stepTimeoutMs }: { stepTimeoutMs?: number } = {},
): Promise<RetentionCounts> {
  const counts: RetentionCounts = { emails: 0, images: 0, tokens: 0, sessions: 0 }
  const failures: { step: string; error: unknown }[] = []
  for (const step of steps) {
    const signal =
      stepTimeoutMs === undefined
        ? deps.signal
        : AbortSignal.any([deps.signal, AbortSignal.timeout(stepTimeoutMs)])
    let done = 0
    try {
      done = await step.run({ ...deps, signal })
    } catch (error) {
      failures.push({ step: step.name, error })
      if (error instanceof UnerasedError) done = error.done
    }
    if (step.counts) counts[step.counts] += done
  }
  if (failures.length > 0) throw new IncompleteRunError(failures, { ...counts })
  return counts
}

const lateCapturesPerBatch = 1_000

/** Fails captures that waited too long: in a backlog they would keep their emails' content for long. */
function endLateCaptures({ captureQueues, signal, ...deps }: RunDeps): Promise<number> {
  return repeatInBatches(signal, async () => {
    const ended = await failLateCaptures(deps, lateCapturesPerBatch)
    await withdrawCaptures(captureQueues, ended)
    return { found: ended.length, done: ended.length }
  })
}
