import type { checksBody } from '@pas/api-contract/checks'
import { until } from '@pas/testing/until'
import type { z } from 'zod'
import { slowClient, slowEmail } from './captures-under-way'
import { openFaultStage, type FaultStage } from './fault-stage'
import { assertInvariants } from './invariants'

type Checks = z.output<typeof checksBody>

describe('a worker that is killed while it measures the contrast of an email', () => {
  let stage: FaultStage
  beforeAll(async () => {
    stage = await openFaultStage({ workers: 1, engines: 'chromium' })
  }, 60_000)
  afterAll(() => stage?.close())
  afterEach(() => assertInvariants(stage))

  async function contrastOf(guid: string, prefer = 'wait=0'): Promise<Checks['checks'][number] | undefined> {
    const [api] = stage.apis
    const answer = await fetch(`${api?.url}/v1/emails/${guid}/checks?only=contrast&client=${slowClient}`, {
      headers: {
        'X-Forwarded-Proto': 'https',
        Authorization: `Basic ${Buffer.from(`${stage.services.apiKey}:`).toString('base64')}`,
        Prefer: prefer,
      },
    })
    const { checks } = (await answer.json()) as Checks
    return checks[0]
  }

  it('is replaced by another, which measures it', async () => {
    const [api] = stage.apis
    const [worker] = stage.workers
    if (!api || !worker) throw new Error('the stage has no processes')
    const { guid } = await stage.postEmail(api, { html: slowEmail('audit') })
    expect(await contrastOf(guid)).toMatchObject({ status: 'running' })
    await until('it is measured', async () => {
      const row = await stage.services.database.db.emailCheck.findFirst({ where: { emailId: guid } })
      return [row?.status === 'running', row]
    })
    worker.process.kill('SIGKILL')
    await stage.startWorker()
    let check: Checks['checks'][number] | undefined
    await until(
      'it is done',
      async () => {
        check = await contrastOf(guid, 'wait=10')
        return [check?.status === 'done', check]
      },
      50_000,
    )
    const [row] = await stage.services.database.db.emailCheck.findMany({ where: { emailId: guid } })
    expect(row).toMatchObject({ status: 'done', attempt: 2 })
  }, 70_000)

  it('is not followed by further ones when it was the third: the contrast is given up, and asking begins nothing', async () => {
    const [api] = stage.apis
    if (!api) throw new Error('the stage has no processes')
    const { guid } = await stage.postEmail(api, { html: slowEmail('deadly audit') })
    const rowOf = () => stage.services.database.db.emailCheck.findFirst({ where: { emailId: guid } })
    expect(await contrastOf(guid)).toMatchObject({ status: 'running' })
    for (let attempt = 1; attempt <= 3; attempt++) {
      const worker = stage.workers.at(-1)
      await until(`attempt ${attempt} is made`, async () => {
        const row = await rowOf()
        return [row?.status === 'running' && row.attempt === attempt, row]
      })
      worker?.process.kill('SIGKILL')
      await stage.startWorker()
    }
    await until('it is given up', async () => {
      const row = await rowOf()
      return [row?.status === 'failed', row]
    })
    await stage.services.database.db.emailCheck.updateMany({
      where: { emailId: guid },
      data: { endedAt: new Date(Date.now() - 10 * 60_000) },
    })
    expect(await contrastOf(guid, 'wait=10')).toMatchObject({ status: 'failed' })
    expect(await rowOf()).toMatchObject({ status: 'failed', attempt: 3 })
  }, 150_000)
})
