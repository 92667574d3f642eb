import { describeInLongRun } from '@pas/testing/long-run'
import { commandLineOf, descendantsOf, stillRunning } from '@pas/testing/processes'
import { until } from '@pas/testing/until'
import type { ServiceProcess } from '../e2e/start-services'
import { beginSlowCapture, slowClient } from './captures-under-way'
import { openFaultStage, type FaultStage } from './fault-stage'
import { assertInvariants } from './invariants'
import { browsersOf } from './processes'
import { inSeconds, saySeen } from './say-seen'

/** In bytes: a renderer needs less for an ordinary email, and is killed when it holds more. */
const mostRendererBytes = 250 * 1024 * 1024
/** An email for which a renderer needs more than `mostRendererBytes`. */
const bigEmail = `<p>Big</p>${'<i>x</i> '.repeat(300_000)}`

describeInLongRun('a browser that is killed or stopped during captures', () => {
  let stage: FaultStage
  let api: ServiceProcess
  let worker: ServiceProcess
  beforeAll(async () => {
    stage = await openFaultStage()
    ;[api, worker] = [stage.apis[0], stage.workers[0]] as [ServiceProcess, ServiceProcess]
  }, 60_000)
  afterAll(() => stage?.close())
  afterEach(() => assertInvariants(stage), 120_000)

  const workerPid = (): number => worker.process.pid ?? 0

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'by %s is replaced, and waiting requests get the picture inside the deadline',
    async (signal) => {
      const { answer } = await beginSlowCapture(stage, api)
      // The browser that draws, and the spare that would follow it.
      const doomed = browsersOf(workerPid())
      expect(doomed.length).toBeGreaterThan(0)
      const hitAt = performance.now()
      for (const { pid } of doomed) process.kill(pid, signal)
      expect(await answer).toMatchObject({ status: 301 })
      saySeen(`${signal} of the browser`, `301 ${inSeconds(performance.now() - hitAt)} after it`)
      // A stopped browser is noticed only when a capture uses it, so more captures follow.
      for (let asked = 0; asked < 3; asked++) {
        const { guid } = await stage.postEmail(api)
        expect(await stage.askPreview(api, guid)).toMatchObject({ status: 301 })
      }
      await until('the browsers that were hit are gone', () => {
        const left = stillRunning(doomed)
        return [left.length === 0, left]
      })
    },
    120_000,
  )

  it('at every attempt of one email fails that email only', async () => {
    // Kills renderers that hold too much memory, as the kernel does in a small container.
    let kills = 0
    const watch = setInterval(() => {
      for (const { pid, residentBytes } of descendantsOf(workerPid()))
        if (residentBytes > mostRendererBytes && commandLineOf(pid).includes('--type=renderer')) {
          process.kill(pid, 'SIGKILL')
          kills++
        }
    }, 20)
    try {
      const { guid } = await stage.postEmail(api, { html: bigEmail })
      const answer = stage.askPreview(api, guid, slowClient)
      const neighbours: number[] = []
      let isOver = false
      const failed = answer.finally(() => {
        isOver = true
      })
      do {
        const neighbour = await stage.postEmail(api)
        const { status, ms } = await stage.askPreview(api, neighbour.guid)
        expect(status).toBe(301)
        neighbours.push(ms)
      } while (!isOver)
      expect(await failed).toMatchObject({ status: 500 })
      expect(kills).toBeGreaterThanOrEqual(3)
      const again = await stage.askPreview(api, guid, slowClient)
      expect(again).toMatchObject({ status: 500 })
      expect(again.ms).toBeLessThan(2_000)
      const row = await stage.services.database.db.preview.findFirst({ where: { emailId: guid } })
      expect(row).toMatchObject({ status: 'failed', attempt: 3 })
      saySeen(
        'an email that crashes the browser',
        `500 after ${inSeconds((await failed).ms)} and ${kills} crashes, ${row?.failure}; ` +
          `asked again ${again.ms.toFixed(0)} ms; ${neighbours.length} neighbours, the slowest ${inSeconds(Math.max(...neighbours))}`,
      )
    } finally {
      clearInterval(watch)
    }
  }, 180_000)

  it('leaves as much memory and as many processes after 500 captures as before, and no zombie', async () => {
    const weight = (): { count: number; megabytes: number } => {
      const processes = descendantsOf(workerPid())
      const bytes = processes.reduce((sum, { residentBytes }) => sum + residentBytes, 0)
      return { count: processes.length, megabytes: Math.round(bytes / 1024 / 1024) }
    }
    const capture = async (): Promise<void> => {
      const { guid } = await stage.postEmail(api)
      expect(await stage.askPreview(api, guid)).toMatchObject({ status: 301 })
    }
    for (let first = 0; first < 20; first++) await capture()
    const before = weight()
    let heaviest = before.megabytes
    for (let done = 20; done < 500; done++) {
      await capture()
      heaviest = Math.max(heaviest, weight().megabytes)
    }
    await until('as many processes as before', () => {
      const zombies = descendantsOf(workerPid()).filter(({ isZombie }) => isZombie)
      return [weight().count <= before.count + 3 && zombies.length === 0, { ...weight(), zombies }]
    })
    saySeen(
      '500 captures in a row',
      `${before.count} processes and ${before.megabytes} MB before, ${weight().count} and ${weight().megabytes} MB after, at most ${heaviest} MB`,
    )
    expect(weight().megabytes).toBeLessThan(before.megabytes + 700)
  }, 600_000)
})
