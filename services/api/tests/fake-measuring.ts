import { auditPayload, auditQueueName } from '@pas/checks/audit-job'
import { recordCheck } from '@pas/checks/check-rows'
import { claimAudit } from '@pas/checks/audit-rows'
import { putCheckResult } from '@pas/checks/check-results'
import type { MeasuredContrast } from '@pas/email-checks/measurements'
import { testVariable } from '@pas/testing/test-environment'
import { Worker } from 'bullmq'
import type { TestApi } from './start-api'

/** A worker that says that every text passes, or says `result`; null: it measures nothing. */
export function startFakeMeasuring(
  api: TestApi,
  result: MeasuredContrast | null = { texts: [], measured: 1, unmeasured: 0 },
): Worker {
  return new Worker(
    auditQueueName,
    async ({ data }) => {
      const { checkId } = auditPayload.parse(data)
      const claim = await claimAudit({ ...api, jobTimeoutMs: 60_000 }, checkId, false)
      if (!claim) return
      if (result) await putCheckResult(api.storage, claim.emailId, 'contrast', result, claim.emailClient)
      await recordCheck(api, claim, result ? 'done' : 'engine_failed')
    },
    {
      connection: { url: testVariable('TEST_REDIS_URL'), maxRetriesPerRequest: null },
      prefix: api.redisPrefix,
    },
  )
}
