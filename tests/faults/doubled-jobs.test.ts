import { captureJobId, captureJobOptions, captureQueueName } from '@pas/captures/capture-job'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import type { ServiceProcess } from '../e2e/start-services'
import { until } from '../hostile/until'
import { outcomesOf } from './captures-under-way'
import { openFaultStage, textClient, type FaultStage } from './fault-stage'
import { assertInvariants } from './invariants'

describe('a job', () => {
  let stage: FaultStage
  let connection: Redis
  let queue: Queue
  let api: ServiceProcess
  beforeAll(async () => {
    stage = await openFaultStage({ workers: 2, engines: 'text' })
    ;[api] = stage.apis as [ServiceProcess]
    connection = new Redis(stage.variables.REDIS_URL ?? '', { maxRetriesPerRequest: null })
    queue = new Queue(captureQueueName('text'), { connection, prefix: stage.variables.REDIS_PREFIX ?? '' })
  }, 60_000)
  afterAll(async () => {
    await queue?.close()
    connection?.disconnect()
    await stage?.close()
  })
  afterEach(() => assertInvariants(stage), 60_000)

  /** Makes a preview's row as the API does, but queues no job for it. */
  async function previewWithoutJob(): Promise<{ guid: string; previewId: string }> {
    const { guid } = await stage.postEmail(api)
    const { accountId, database } = stage.services
    const { id } = await database.db.preview.create({
      data: {
        id: crypto.randomUUID(),
        emailId: guid,
        accountId,
        emailClient: textClient,
        orientation: 'vertical',
        images: 'allowed',
        engine: 'text',
        imageToken: crypto.randomUUID(),
        requestedAt: new Date(),
      },
    })
    return { guid, previewId: id }
  }

  it('that is delivered ten times uploads one picture', async () => {
    const { guid, previewId } = await previewWithoutJob()
    await queue.addBulk(
      Array.from({ length: 10 }, (_, attempt) => ({
        name: 'capture',
        data: { previewId },
        opts: { ...captureJobOptions, jobId: captureJobId(previewId, attempt) },
      })),
    )
    expect(await stage.askPreview(api, guid, textClient)).toMatchObject({ status: 301 })
    await until('all ten have ended', () => {
      const outcomes = outcomesOf(stage.workers, previewId)
      return [outcomes.length >= 10, outcomes]
    })
    const outcomes = outcomesOf(stage.workers, previewId)
    expect(outcomes.filter((outcome) => outcome !== 'nothing_to_do')).toEqual(['captured'])
  })

  it.each([
    ['an older release, with nothing but the id', {}, {}],
    [
      'a newer release, with more than this one knows',
      { priorityClass: 'high', deadline: { at: 1 } },
      { priority: 7 },
    ],
  ])('of %s is processed like any other', async (_whose, extra, options) => {
    const { guid, previewId } = await previewWithoutJob()
    await queue.add('capture', { previewId, ...extra }, { jobId: captureJobId(previewId, 0), ...options })
    expect(await stage.askPreview(api, guid, textClient)).toMatchObject({ status: 301 })
    await until('it has ended', () => {
      const outcomes = outcomesOf(stage.workers, previewId)
      return [outcomes.includes('captured'), outcomes]
    })
    expect(outcomesOf(stage.workers, previewId).filter((outcome) => outcome === 'captured')).toHaveLength(1)
  })

  it('that no release can read is given up, and stops neither workers nor other captures', async () => {
    await queue.add('capture', { something: 'else' }, { jobId: 'unreadable' })
    await queue.add('capture', { previewId: 'no-guid' }, { jobId: 'no-guid' })
    await queue.add('capture', { previewId: crypto.randomUUID() }, { jobId: 'nobodys' })
    const { guid } = await stage.postEmail(api)
    expect(await stage.askPreview(api, guid, textClient)).toMatchObject({ status: 301 })
    await until('none of them is tried for ever', async () => {
      const counts = await queue.getJobCounts('active', 'delayed', 'waiting', 'prioritized')
      return [Object.values(counts).every((count) => count === 0), counts]
    })
    for (const worker of stage.workers) expect(worker.process.exitCode).toBeNull()
  }, 60_000)
})
