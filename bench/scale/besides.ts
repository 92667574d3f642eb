import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { captureJob, captureQueueName, type CapturePayload } from '@pas/captures/capture-job'
import { emailClients } from '@pas/email-clients/catalogue'
import { systemClock } from '@pas/runtime/clock'
import { createLogger } from '@pas/runtime/logger'
import { connectToQueues } from '@pas/runtime/open-redis'
import { perSecond, type Measured } from '@pas/testing/measure'
import { Queue } from 'bullmq'
import { timeBetween } from '../processor-time'
import type { Dose } from './dose'
import { findKnee } from './find-knee'
import { engine, type Installation } from './installation'
import { startWorkers } from './start-workers'

/** An engine that the installation has no other worker for. */
const idleEngine = 'webkit'
const costSeconds = 10
const orientations = ['vertical', 'horizontal'] as const
const imagesKinds = ['allowed', 'blocked'] as const

/** The knee beside idle workers of another engine; then beside a queue that another account has filled. */
export async function measureBesides(
  installation: Installation,
  dose: Dose,
  rate: number,
): Promise<Measured> {
  const firstRate = rate / dose.stepFactor ** 4
  const idle = await startWorkers(
    { engine: idleEngine, workers: dose.idleConsumers, concurrency: 1, captureMs: 1, isAvailable: false },
    { ...process.env, ...installation.env },
    () => undefined,
  )
  installation.idleWorkers.push(idle)
  const besideIdle = await findKnee(
    installation,
    dose,
    `beside ${dose.idleConsumers} idle workers`,
    firstRate,
  )
  const idleCost = await measureCost(installation, `beside ${dose.idleConsumers} idle workers`)
  await idle.kill()
  installation.idleWorkers.pop()
  const backlog = await fillQueue(installation, dose)
  const backlogCost = await measureCost(installation, `beside ${dose.backlog} waiting`)
  const besideBacklog = await findKnee(installation, dose, `beside ${dose.backlog} waiting`, firstRate)
  const drained = await backlog.remove()
  return {
    figures: {
      ...besideIdle.figures,
      ...idleCost,
      ...besideBacklog.figures,
      ...backlogCost,
      [`beside ${dose.backlog} waiting: drained meanwhile, captures a second`]: drained,
    },
    ratios: {},
  }
}

/** Of the services and stores, while nothing is requested. */
async function measureCost(installation: Installation, name: string): Promise<Measured['figures']> {
  const before = installation.processorTime()
  await pause(costSeconds * 1_000)
  const { api, postgres, redis } = timeBetween(before, installation.processorTime())
  return Object.fromEntries(
    Object.entries({ api, postgres, redis }).map(([kind, ms = NaN]) => [
      `${name}: processor ms a second without requests, ${kind}`,
      ms / costSeconds,
    ]),
  )
}

interface Backlog {
  /** Resolves to how many of its captures were drawn a second. */
  remove(): Promise<number>
}

/** One account's pending previews, with a job each. */
async function fillQueue({ db, env, stack }: Installation, { backlog }: Dose): Promise<Backlog> {
  const deps = { db, clock: systemClock }
  const { id: accountId } = await createAccount(deps, { name: 'Long queue' })
  const apiKey = await createApiKey(deps, { accountId })
  const kinds = emailClients.flatMap(({ code: emailClient }) =>
    orientations.flatMap((orientation) =>
      imagesKinds.map((images) => ({ emailClient, orientation, images })),
    ),
  )
  const guids: string[] = []
  await perSecond(Math.ceil(backlog / kinds.length), 4, async () => {
    guids.push(await stack.postEmail({ html_text: '<p>Waits</p>', subject: 'Waits' }, apiKey))
  })
  const connection = await connectToQueues(env.REDIS_URL ?? '', createLogger('scale'))
  const queue = new Queue<CapturePayload>(captureQueueName(engine), {
    connection,
    prefix: env.REDIS_PREFIX ?? 'pas',
  })
  let waiting = 0
  for (const guid of guids) {
    const rows = kinds.slice(0, backlog - waiting).map((kind) => ({
      ...kind,
      emailId: guid,
      accountId,
      engine,
      id: randomUUID(),
      imageToken: randomBytes(24).toString('base64url'),
      requestedAt: systemClock.now(),
    }))
    await db.preview.createMany({ data: rows })
    await queue.addBulk(rows.map(({ id }) => captureJob({ id, attempt: 0 }, ++waiting)))
  }
  const countDrawn = (): Promise<number> => db.preview.count({ where: { accountId, status: 'captured' } })
  const drawnBefore = await countDrawn()
  const filledAt = performance.now()
  console.log(`${waiting} captures of one account wait`)
  return {
    remove: async () => {
      const drawn = (await countDrawn()) - drawnBefore
      const seconds = (performance.now() - filledAt) / 1_000
      await queue.drain()
      for (const emailId of guids)
        await db.preview.deleteMany({ where: { emailId, status: { not: 'capturing' } } })
      connection.disconnect()
      return drawn / seconds
    },
  }
}
