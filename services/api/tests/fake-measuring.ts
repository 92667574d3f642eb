import { auditPayload, auditQueueName } from '@pas/captures/capture-job'
import { recordCheck } from '@pas/captures/check-rows'
import { claimAudit } from '@pas/captures/claim-audit'
import type { MeasuredContrast } from '@pas/email-checks/measurements'
import { checkResultKey } from '@pas/emails/storage-keys'
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
      const key = checkResultKey(claim.emailId, 'contrast', claim.emailClient)
      if (result) await api.storage.put(key, Buffer.from(JSON.stringify(result)), 'application/json')
      await recordCheck(api, claim, result ? 'done' : 'failed')
    },
    {
      connection: { url: testVariable('TEST_REDIS_URL'), maxRetriesPerRequest: null },
      prefix: api.redisPrefix,
    },
  )
}
