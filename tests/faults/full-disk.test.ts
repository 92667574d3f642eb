import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeInLongRun } from '@pas/testing/long-run'
import { until } from '@pas/testing/until'
import type { ServiceProcess } from '../e2e/start-services'
import { openFaultStage, type FaultStage } from './fault-stage'
import { assertInvariants } from './invariants'
import { browsersOf } from './processes'
import { inSeconds, saySeen } from './say-seen'

/** The size of each disk: above 512 MiB, as Chromium is told not to use a smaller /dev/shm (chromium-flags). */
const diskMegabytes = 520

/**
 * A launcher that runs a command as the same user in user and mount namespaces of its own, after the shell commands
 * `mounts`, which need no root there.
 */
const withMounts = (mounts: string): string[] => {
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  const asBefore = `exec unshare --user --map-user=${user} --map-group=${group} "$@"`
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-ec', `${mounts}\n${asBefore}`, 'sh']
}

const isPossible = (): boolean => {
  try {
    execFileSync('unshare', [...withMounts('mount -t tmpfs tmpfs /mnt').slice(1), 'true'], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

/** The path by which this test reaches a file that a process sees in its own mount namespace. */
const seenBy = ({ process: child }: ServiceProcess, file: string): string =>
  path.join(`/proc/${child.pid}/root`, file)

async function fill(disk: string): Promise<void> {
  await writeFile(path.join(disk, 'filler'), Buffer.alloc((diskMegabytes + 1) * 1024 * 1024)).catch(
    () => undefined,
  )
}
const empty = (disk: string): Promise<void> => rm(path.join(disk, 'filler'))

/** The status, and what is away and why: `503 storage: full`. */
async function readinessOf({ url }: ServiceProcess): Promise<string> {
  const response = await fetch(`${url}/readyz`, { headers: { 'X-Forwarded-Proto': 'https' } })
  const { away, reasons = {} } = (await response.json()) as {
    away: string[]
    reasons?: Record<string, string>
  }
  const named = away.map((name) => (reasons[name] ? `${name}: ${reasons[name]}` : name))
  return `${response.status} ${named.join()}`.trim()
}

const tests = (): void => {
  let stage: FaultStage
  let api: ServiceProcess
  beforeEach(async () => {
    stage = await openFaultStage({ workers: 0, engines: 'chromium' })
    ;[api] = stage.apis as [ServiceProcess]
  }, 60_000)
  afterEach(() => stage?.close())

  it('of object storage gives a clear answer, a worker that is not ready, and the picture once there is room', async () => {
    const storage = fileURLToPath(stage.variables.STORAGE_URL ?? '')
    const emails = path.join(storage, 'emails')
    const aside = path.join(stage.temporaryPath, 'emails')
    await Promise.all([emails, aside].map((folder) => mkdir(folder, { recursive: true })))
    const worker = await stage.startWorker(
      {},
      withMounts(`mount --bind ${emails} ${aside}
        mount -t tmpfs -o size=${diskMegabytes}m tmpfs ${storage}
        mkdir ${emails} && mount --bind ${aside} ${emails}`),
    )
    await fill(seenBy(worker, storage))
    const { guid } = await stage.postEmail(api)
    const asking = stage.askPreview(api, guid)
    await until('it is not ready', async () => {
      const readiness = await readinessOf(worker)
      return [readiness === '503 storage: full', readiness]
    })
    const answer = await asking
    saySeen(
      'the disk of storage full',
      `${answer.status} after ${inSeconds(answer.ms)}, /readyz 503 storage: full`,
    )
    expect([500, 503, 504]).toContain(answer.status)
    await empty(seenBy(worker, storage))
    await until('it is ready again', async () => {
      const readiness = await readinessOf(worker)
      return [readiness === '200', readiness]
    })
    await worker.stop()
    await stage.startWorker()
    await until('what was asked for is drawn', async () => {
      const { status } = await stage.askPreview(api, guid)
      return [status === 301, status]
    })
    await assertInvariants(stage)
  }, 120_000)

  it('of object storage refuses emails and says why, while the API stays ready, until there is room', async () => {
    const storage = fileURLToPath(stage.variables.STORAGE_URL ?? '')
    await mkdir(storage, { recursive: true })
    const full = await stage.startApi(
      {},
      withMounts(`mount -t tmpfs -o size=${diskMegabytes}m tmpfs ${storage}`),
    )
    await fill(seenBy(full, storage))
    const refused = await stage.postEmail(full)
    expect(refused.status).toBe(503)
    // Readiness is checked every second.
    await until('/readyz says so', async () => {
      const readiness = await readinessOf(full)
      return [readiness === '200 storage: full', readiness]
    })
    saySeen('the disk of storage full, for an upload', `${refused.status}, /readyz 200 storage: full`)
    await until('the log says so', () =>
      ['away: storage: full', 'the disk of the storage folder is full'].every((text) =>
        full.output().includes(text),
      ),
    )
    await empty(seenBy(full, storage))
    await until('emails are taken again', async () => {
      const { status } = await stage.postEmail(full)
      return [status === 200, status]
    })
  }, 120_000)

  it.each(['/tmp', '/dev/shm'])(
    'at %s of the browsers gives a clear answer in time, and pictures once there is room',
    async (place) => {
      const temporary = path.join(stage.temporaryPath, 'disk')
      await mkdir(temporary)
      const disk = place === '/tmp' ? temporary : place
      const worker = await stage.startWorker(
        { TMPDIR: temporary },
        withMounts(`mount -t tmpfs -o size=${diskMegabytes}m tmpfs ${disk}`),
      )
      await fill(seenBy(worker, disk))
      for (const { pid } of browsersOf(worker.process.pid ?? 0)) process.kill(pid, 'SIGKILL')
      const { guid } = await stage.postEmail(api)
      const answer = await stage.askPreview(api, guid)
      saySeen(
        `${place} full`,
        `${answer.status} after ${inSeconds(answer.ms)}, /readyz ${await readinessOf(worker)}`,
      )
      expect([301, 500, 503, 504]).toContain(answer.status)
      if (answer.status !== 301) {
        await until('it is not ready', async () => {
          const readiness = await readinessOf(worker)
          return [readiness === '503 chromium', readiness]
        })
      }
      await empty(seenBy(worker, disk))
      await until('it is ready again', async () => {
        const readiness = await readinessOf(worker)
        return [readiness === '200', readiness]
      })
      await until('it draws again', async () => {
        const next = await stage.postEmail(api)
        const { status } = await stage.askPreview(api, next.guid)
        return [status === 301, status]
      })
      await assertInvariants(stage)
    },
    180_000,
  )
}

if (isPossible()) describeInLongRun('a full disk', tests)
else describe.skip('a full disk (skipped: an ordinary user cannot mount in a user namespace here)', tests)
