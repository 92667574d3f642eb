import { readdirSync } from 'node:fs'
import { describeInLongRun } from '@pas/testing/long-run'
import { until } from '@pas/testing/until'
import type { ServiceProcess } from '../e2e/start-services'
import { existing } from './existing'
import { openFaultStage, shortDeadlines, textClient, type FaultStage } from './fault-stage'
import { assertInvariants } from './invariants'
import { inSeconds, saySeen } from './say-seen'

const callers = 100

/**
 * How many more descriptors than before may be open for other reasons: a connection to Postgres, a query of the queue.
 */
const spareDescriptors = 12

describeInLongRun('requests that end before their capture', () => {
  let stage: FaultStage
  beforeAll(async () => {
    stage = await openFaultStage({ apis: 2, engines: 'text', variables: shortDeadlines })
  }, 60_000)
  afterAll(() => stage.close())

  /** Stops the worker, so that nothing is captured until `letWorkerGoOn`. */
  const holdWorker = (): void => void existing(stage.workers[0]).process.kill('SIGSTOP')
  const letWorkerGoOn = (): void => void existing(stage.workers[0]).process.kill('SIGCONT')
  const api = (index: number): ServiceProcess => existing(stage.apis[index])

  async function previewOf(emailId: string) {
    const previews = await stage.services.database.db.preview.findMany({ where: { emailId } })
    expect(previews).toHaveLength(1)
    return previews[0]
  }
  const untilAsked = (emailId: string): Promise<void> =>
    until('the capture is asked for', async () => {
      const count = await stage.services.database.db.preview.count({ where: { emailId } })
      return [count === 1, count]
    })

  it('because their process was killed: a repeated request elsewhere joins the same capture', async () => {
    const { guid } = await stage.postEmail(api(0))
    expect((await stage.askPreview(api(0), guid, 'PLAINTEXT')).status).toBe(301)
    const { guid: lost } = await stage.postEmail(api(1))
    holdWorker()
    const unanswered = Array.from({ length: callers }, () => stage.askPreview(api(1), lost, textClient))
    await untilAsked(lost)
    api(1).process.kill('SIGKILL')
    const repeated = Array.from({ length: callers }, () => stage.askPreview(api(0), lost, textClient))
    letWorkerGoOn()
    expect(new Set((await Promise.all(unanswered)).map(({ status }) => status))).toEqual(new Set([0]))
    const answers = await Promise.all(repeated)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([301]))
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
    expect(await previewOf(lost)).toMatchObject({ status: 'captured', attempt: 1 })
    saySeen('API killed', `${callers} repeated requests: one capture, ${inSeconds(answers[0]?.ms ?? 0)}`)
    await assertInvariants(stage)
  }, 60_000)

  it('because their callers hung up after a second: captured once, and neither waits nor sockets are left', async () => {
    const { guid: first } = await stage.postEmail(api(0))
    expect((await stage.askPreview(api(0), first, textClient)).status).toBe(301)
    const before = openDescriptors(api(0))
    const { guid } = await stage.postEmail(api(0))
    holdWorker()
    const gone = Array.from({ length: callers }, () =>
      stage.askPreview(api(0), guid, textClient, { signal: AbortSignal.timeout(1_000) }),
    )
    expect(new Set((await Promise.all(gone)).map(({ status }) => status))).toEqual(new Set([0]))
    // The worker is still stopped, so it is not the end of the capture that closes the connections.
    await until('no connection of theirs is left', () => {
      const now = openDescriptors(api(0))
      return [now <= before + spareDescriptors, { before, now }]
    })
    await until('every wait is over', () => {
      const ended = api(0).output().split('"answered":false').length - 1
      return [ended === callers, ended]
    })
    letWorkerGoOn()
    await until('the capture completes', async () => {
      const preview = await previewOf(guid)
      return [preview?.status === 'captured', preview?.status]
    })
    expect(await previewOf(guid)).toMatchObject({ attempt: 1 })
    saySeen('callers gone', `${callers}: descriptors ${before} before, ${openDescriptors(api(0))} after`)
    expect((await stage.askPreview(api(0), guid, textClient)).status).toBe(301)
    await assertInvariants(stage)
  }, 60_000)
})

/** How many sockets and files a process has open. */
const openDescriptors = ({ process: child }: ServiceProcess): number =>
  readdirSync(`/proc/${child.pid}/fd`).length
