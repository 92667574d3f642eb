import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { pictureKey } from '@pas/captures/storage-keys'
import type { ProcessStat } from '@pas/runtime/process-stat'
import { objectFile } from '@pas/storage/object-file'
import { isLongRun } from '@pas/testing/long-run'
import { descendantsOf, stillRunning } from '@pas/testing/processes'
import { until } from '@pas/testing/until'
import type { ServiceProcess } from '../e2e/start-services'
import { beginSlowCapture, outcomesOf, type CaptureUnderWay } from './captures-under-way'
import { openFaultStage, type FaultStage } from './fault-stage'
import { assertInvariants } from './invariants'
import { markedProcesses } from './processes'
import { inSeconds, saySeen } from './say-seen'

/**
 * One capture for each worker at a time, so that each of the two has a capture to lose. Requests wait longer than a
 * starved machine needs for the lock of a lost capture to expire and for the third worker to start.
 */
const alone = {
  CAPTURE_CONCURRENCY: '1',
  ENGINES: 'chromium',
  LONG_POLL_TIMEOUT_MS: '60000',
  PROXY_TIMEOUT_MS: '65000',
}

/** Deadlines of the stopped worker, long enough that its capture is not over when it continues. */
const patient = { CAPTURE_TIMEOUT_MS: '110000', JOB_TIMEOUT_MS: '120000' }

describe('workers that are killed or stopped in the middle of a capture', () => {
  let stage: FaultStage
  let workers: [killed: ServiceProcess, stopped: ServiceProcess, third: ServiceProcess]
  let captures: CaptureUnderWay[]
  let orphans: ProcessStat[]
  let goneAt: number
  /** Both faults at once, as both wait for the lock of the lost capture's job to expire. */
  beforeAll(async () => {
    stage = await openFaultStage({ workers: 0, engines: 'chromium', variables: alone })
    const [api] = stage.apis as [ServiceProcess]
    const [killed, stopped] = await Promise.all([stage.startWorker(), stage.startWorker(patient)])
    captures = await Promise.all([beginSlowCapture(stage, api), beginSlowCapture(stage, api)])
    orphans = descendantsOf(killed.process.pid ?? 0)
    killed.process.kill('SIGKILL')
    stopped.process.kill('SIGSTOP')
    goneAt = performance.now()
    workers = [killed, stopped, await stage.startWorker()]
  }, 60_000)
  afterAll(() => stage?.close())

  const rowOf = ({ previewId }: CaptureUnderWay) =>
    stage.services.database.db.preview.findUniqueOrThrow({ where: { id: previewId } })
  const pictureFile = (row: Awaited<ReturnType<typeof rowOf>>): Promise<Stats> =>
    stat(objectFile(fileURLToPath(stage.variables.STORAGE_URL ?? ''), pictureKey(row, 'full')))

  it('are replaced by another, from which waiting requests get the picture inside the deadline', async () => {
    for (const capture of captures) {
      expect(await capture.answer).toMatchObject({ status: 301 })
      expect(await rowOf(capture)).toMatchObject({ status: 'captured', attempt: 2 })
    }
    saySeen('kill -9 and SIGSTOP of workers', `301 ${inSeconds(performance.now() - goneAt)} later`)
  }, 60_000)

  it('leave no browser behind after kill -9', async () => {
    expect(orphans.length).toBeGreaterThan(1)
    await until('its browsers have ended', () => {
      const left = stillRunning(orphans)
      return [left.length === 0, left]
    })
    const roots = [...workers, ...stage.apis, stage.images].map(({ process: child }) => child.pid ?? 0)
    const own = roots.flatMap((pid) => [pid, ...descendantsOf(pid).map((each) => each.pid)])
    expect(markedProcesses(stage.temporaryPath).filter(({ pid }) => !own.includes(pid))).toEqual([])
  })

  it('change nothing when they continue after a stop', async () => {
    const [, stopped, third] = workers
    const before = await Promise.all(captures.map(rowOf))
    const filesBefore = await Promise.all(before.map(pictureFile))
    const stoppedMs = (): number => performance.now() - goneAt
    if (isLongRun)
      await until('it was stopped for a minute', () => [stoppedMs() > 60_000, stoppedMs()], 70_000)
    stopped.process.kill('SIGCONT')
    const outcomesOfStopped = (): string[] => before.flatMap(({ id }) => outcomesOf([stopped], id))
    await until('it has said how its attempt ended', () => [outcomesOfStopped().length > 0, stopped.output()])
    saySeen(
      'SIGSTOP of a worker',
      `${inSeconds(stoppedMs())} later its own attempt ended ${outcomesOfStopped().join()}`,
    )
    expect(outcomesOfStopped()).toEqual(['superseded'])
    for (const { id } of before) expect(outcomesOf([third], id)).toEqual(['captured'])
    expect(await Promise.all(captures.map(rowOf))).toEqual(before)
    // Writing a picture again would make a new file, with another inode.
    const identity = ({ ino, mtimeMs }: Stats): number[] => [ino, mtimeMs]
    expect((await Promise.all(before.map(pictureFile))).map(identity)).toEqual(filesBefore.map(identity))
  }, 120_000)

  it('break no invariant', () => assertInvariants(stage), 60_000)
})
