import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { checksBody } from '@pas/api-contract/checks'
import { parseProcessStat } from '@pas/runtime/process-stat'
import { until } from '@pas/testing/until'
import type { z } from 'zod'
import type { ServiceProcess } from '../e2e/start-services'
import { slowClient, slowEmail } from './captures-under-way'
import { openFaultStage, type FaultStage } from './fault-stage'
import { assertInvariants } from './invariants'

/** Processor time of a process's main thread, in milliseconds. */
const mainThreadMs = ({ process: { pid = 0 } }: ServiceProcess): number =>
  parseProcessStat(readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8'))?.processorMs ?? 0

describe('a worker’s main thread', () => {
  let stage: FaultStage
  beforeAll(async () => {
    const variables = { LONG_POLL_TIMEOUT_MS: '60000', PROXY_TIMEOUT_MS: '65000' }
    stage = await openFaultStage({ workers: 1, engines: 'chromium', variables })
  }, 60_000)
  afterAll(() => {
    // A blocked one would not stop.
    for (const { process: child } of stage?.workers ?? []) child.kill('SIGKILL')
    return stage?.close()
  })

  it('is not occupied by an email that makes scans slow, while that is drawn and its contrast measured', async () => {
    const [[api], [worker]] = [stage.apis, stage.workers]
    if (!api || !worker) throw new Error('the stage has no processes')
    const html = `<p>Some text</p><style>p { ${'mask-'.repeat(40_000)} }</style><p style="${'mask-'.repeat(40_000)}">`
    const hostile = await stage.postEmail(api, { html })
    const other = await stage.postEmail(api, { account: await stage.openAccount() })
    const before = mainThreadMs(worker)
    const authorization = `Basic ${Buffer.from(`${stage.services.apiKey}:`).toString('base64')}`
    const contrast = async (): Promise<unknown> => {
      const address = `${api.url}/v1/emails/${hostile.guid}/checks?only=contrast&client=${slowClient}`
      const headers = { 'X-Forwarded-Proto': 'https', authorization, Prefer: 'wait=0' }
      const { checks } = (await (await fetch(address, { headers })).json()) as z.output<typeof checksBody>
      return checks[0]?.status
    }
    const drawn = stage.askPreview(api, hostile.guid, slowClient)
    await contrast()
    expect(await stage.askPreview(api, other.guid)).toMatchObject({ status: 301 })
    expect(await drawn).toMatchObject({ status: 301 })
    await until('its contrast is measured', async () => [(await contrast()) === 'done', await contrast()])
    // Loading modules and drawing take most of this second or two; the scan took 11 to 34.
    expect(mainThreadMs(worker) - before).toBeLessThan(5_000)
    const { db } = stage.services.database
    expect(await db.emailCheck.findFirst({ where: { emailId: hostile.guid } })).toMatchObject({ attempt: 1 })
    expect(await db.preview.findMany({ select: { attempt: true } })).toEqual([{ attempt: 1 }, { attempt: 1 }])
  }, 120_000)

  it('that is blocked ends its worker, which names its jobs, and another draws them', async () => {
    const [[api], [worker]] = [stage.apis, stage.workers]
    if (!api || !worker) throw new Error('the stage has no processes')
    await worker.stop()
    const hook = path.join(__dirname, 'block-event-loop.cjs')
    const blocked = await stage.startWorker({ NODE_OPTIONS: `--require ${hook}` })
    const { guid } = await stage.postEmail(api, { html: slowEmail() })
    const answer = stage.askPreview(api, guid, slowClient)
    await until('it has ended', () => [blocked.process.signalCode !== null, blocked.output()])
    expect(blocked.output()).toContain('the event loop is blocked')
    expect(blocked.process.signalCode).toBe('SIGKILL')
    const preview = await stage.services.database.db.preview.findFirstOrThrow({ where: { emailId: guid } })
    const line = blocked
      .output()
      .split('\n')
      .find((text) => text.includes('the main thread is blocked'))
    expect(JSON.parse(line ?? 'null')).toMatchObject({ level: 'fatal', jobs: [`preview ${preview.id}`] })
    await stage.startWorker()
    expect(await answer).toMatchObject({ status: 301 })
  }, 120_000)

  it('breaks no invariant', () => assertInvariants(stage), 60_000)
})
