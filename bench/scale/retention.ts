import { pictureKey } from '@pas/captures/storage-keys'
import { previewLifetimeMs } from '@pas/captures/lifetimes'
import { runRetention } from '@pas/retention/run-retention'
import { openStorage } from '@pas/storage/open-storage'
import { readStorageConfig } from '@pas/storage/storage-config'
import type { Storage } from '@pas/storage/storage'
import type { Measured } from '@pas/testing/measure'
import { perSecond } from '@pas/testing/measure'
import { timeBetween } from '../processor-time'
import { askCaptures, askStep, p99Of } from './ask-captures'
import type { Dose } from './dose'
import type { Installation } from './installation'
import type { LoadedRows } from './load-rows'

const dayMs = 24 * 60 * 60 * 1_000
/** Captures a second of others. */
const steadyRate = 5
const objectsAtOnce = 8
const picture = Buffer.alloc(1_024, 1)
/** A day of the largest installation that docs/scale.md speaks of. */
const tenMillion = 10_000_000

/** Retention of the oldest day among the loaded rows, run as the API runs it, with a clock that is later. */
export async function measureRetention(
  installation: Installation,
  dose: Dose,
  { oldest }: LoadedRows,
): Promise<Measured> {
  const { db, env } = installation
  const storage = openStorage(readStorageConfig(env))
  const endOfDay = new Date(oldest.getTime() + dayMs)
  await putPictures(installation, storage, dose.objects)
  // The API was stopped while rows were loaded: what its connections missed is over after the first step.
  await askStep(installation, steadyRate, dose.stepSeconds)
  const before = await askStep(installation, steadyRate, dose.stepSeconds)
  const captures = await installation.prepareCaptures(dose.retentionMinutes * 60 * steadyRate)
  let isOver = false
  const asking = askCaptures(installation.stack, captures, steadyRate, () => isOver)
  const watched = watchStore(storage, dose.objects)
  const processorBefore = installation.processorTime()
  const startedAt = performance.now()
  const counts = await runRetention({
    db,
    storage: watched.storage,
    clock: { now: () => new Date(endOfDay.getTime() + previewLifetimeMs) },
    captureQueues: new Map(),
    signal: AbortSignal.timeout(dose.retentionMinutes * 60_000),
  })
  const seconds = (performance.now() - startedAt) / 1_000
  const spent = timeBetween(processorBefore, installation.processorTime())
  isOver = true
  const asked = await asking
  storage.close()
  const left = await db.preview.count({ where: { capturedAt: { lte: endOfDay } } })
  const rate = counts.images / seconds
  return {
    figures: {
      'retention: pictures removed': counts.images,
      'retention: left when its time was over': left,
      'retention: minutes': seconds / 60,
      'retention: pictures a second': rate,
      'retention: pictures a second, of those with an object': watched.rateOfFirst(startedAt),
      'retention: share of the time in which the store erases': watched.busyMs() / (seconds * 1_000),
      'retention: processor ms a picture, postgres': (spent.postgres ?? 0) / counts.images,
      'retention: processor ms a picture, this command': (spent['this command'] ?? 0) / counts.images,
      'retention: hours for ten million pictures': tenMillion / rate / 3_600,
      'retention: request to 301 of others before, p99 ms': p99Of(before.asked),
      'retention: request to 301 of others meanwhile, p99 ms': p99Of(asked),
      'retention: requests of others that failed': asked.filter(({ status }) => status !== 301).length,
    },
    ratios: {
      'retention: hours for ten million pictures': {
        ratio: tenMillion / rate / 3_600,
        wanted: { atMost: 1 },
      },
      "retention: others' p99 meanwhile / before": {
        ratio: p99Of(asked) / p99Of(before.asked),
        wanted: { atMost: 1.2 },
      },
    },
  }
}

async function putPictures({ db }: Installation, storage: Storage, count: number): Promise<void> {
  const rows = await db.preview.findMany({
    where: { capturedAt: { not: null } },
    orderBy: [{ capturedAt: 'asc' }, { id: 'asc' }],
    take: count,
    select: { emailId: true, imageToken: true, namedByHash: true, pictureSha256: true },
  })
  await perSecond(rows.length, objectsAtOnce, async (index) => {
    const row = rows[index]
    if (row) await storage.put(pictureKey(row, 'full'), picture, 'image/png')
  })
}

/** Adds up the time in which at least one prefix is being erased. */
function watchStore(
  storage: Storage,
  first: number,
): { storage: Storage; busyMs: () => number; rateOfFirst: (startedAt: number) => number } {
  let underWay = 0
  let busyMs = 0
  let busySince = 0
  let erased = 0
  let firstErasedAt = NaN
  const deletePrefix: Storage['deletePrefix'] = async (prefix) => {
    if (underWay++ === 0) busySince = performance.now()
    try {
      return await storage.deletePrefix(prefix)
    } finally {
      if (--underWay === 0) busyMs += performance.now() - busySince
      if (++erased === first) firstErasedAt = performance.now()
    }
  }
  return {
    storage: new Proxy(storage, {
      get: (target, name) => {
        if (name === 'deletePrefix') return deletePrefix
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    }),
    busyMs: () => busyMs,
    rateOfFirst: (startedAt) => (first * 1_000) / (firstErasedAt - startedAt),
  }
}
