import { setTimeout as delay } from 'node:timers/promises'
import { describeInLongRun } from '@pas/testing/long-run'
import type { ServiceProcess } from '../e2e/start-services'
import { beginSlowCapture } from './captures-under-way'
import { openFaultStage, type FaultStage } from './fault-stage'
import { assertInvariants } from './invariants'
import { inSeconds, saySeen } from './say-seen'

const drainDelayMs = 1_500

/** Each different answer of a process's `/readyz`, in order, until the process no longer answers. */
async function watchReadiness({ url }: ServiceProcess): Promise<string[]> {
  const said: string[] = []
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { headers: { 'X-Forwarded-Proto': 'https' } })
      .then(
        async (response) =>
          `${response.status} ${((await response.json()) as { stopping: boolean }).stopping}`,
      )
      .catch(() => 'gone')
    if (answer !== said.at(-1)) said.push(answer)
    if (answer === 'gone') return said
    await delay(20)
  }
}

describeInLongRun('SIGTERM', () => {
  let stage: FaultStage
  beforeAll(async () => {
    stage = await openFaultStage({ apis: 2, engines: 'chromium', variables: { CAPTURE_CONCURRENCY: '1' } })
  }, 60_000)
  afterAll(() => stage?.close())

  it('of an API process ends its readiness first, while it still accepts requests for a while and answers all', async () => {
    const stopping = await stage.startApi({ DRAIN_DELAY_MS: String(drainDelayMs) })
    const { guid, answer } = await beginSlowCapture(stage, stopping)
    const said = watchReadiness(stopping)
    const stoppedAt = performance.now()
    const exit = stopping.stop()
    // A load balancer that has not yet seen the readiness change still sends requests.
    const late = await stage.postEmail(stopping)
    expect(late.status).toBe(200)
    expect(await answer).toMatchObject({ status: 301 })
    expect(await exit).toBe(0)
    saySeen(
      'SIGTERM of an API process',
      `301 to who waited, exit 0 after ${inSeconds(performance.now() - stoppedAt)}`,
    )
    const states = await said
    expect(states.filter((state) => state !== '200 false')).toEqual(['503 true', 'gone'])
    expect(await stage.askPreview(stage.apis[0]!, guid)).toMatchObject({ status: 301 })
  }, 60_000)

  it('of a worker lets it finish its capture, and leaves its queued jobs to another worker', async () => {
    const [api] = stage.apis as [ServiceProcess]
    const [stopping] = stage.workers as [ServiceProcess]
    const { previewId, answer } = await beginSlowCapture(stage, api)
    const queued = await stage.postEmail(api)
    const queuedAnswer = stage.askPreview(api, queued.guid)
    const said = watchReadiness(stopping)
    const stoppedAt = performance.now()
    const exit = stopping.stop()
    const other = stage.startWorker()
    expect(await answer).toMatchObject({ status: 301 })
    expect(await queuedAnswer).toMatchObject({ status: 301 })
    expect(await exit).toBe(0)
    saySeen(
      'SIGTERM of a worker',
      `301 to who waited, exit 0 after ${inSeconds(performance.now() - stoppedAt)}`,
    )
    expect((await said).filter((state) => state !== '200 false')).toEqual(['503 true', 'gone'])
    await other
    const row = await stage.services.database.db.preview.findUniqueOrThrow({ where: { id: previewId } })
    expect(row).toMatchObject({ status: 'captured', attempt: 1 })
  }, 60_000)

  it('breaks no invariant', () => assertInvariants(stage), 60_000)
})
