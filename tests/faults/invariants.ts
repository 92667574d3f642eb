import { pictureKey, picturePath, picturePrefix, picturePrefixOf } from '@pas/captures/storage-keys'
import { emailPrefix, frozenEmailKey } from '@pas/emails/storage-keys'
import type { Storage } from '@pas/storage/storage'
import sharp from 'sharp'
import { withStores } from '../../packages/cli/src/pas/stores'
import { adoptStore } from '@pas/retention/installation-mark'
import { sweepObjects } from '@pas/retention/sweep-objects'
import { until } from '@pas/testing/until'
import type { FaultStage, SeenRequest } from './fault-stage'

/** How far the sweep's clock is ahead, as it leaves objects alone that are younger than a day. */
const pastTheSweepsAgeMs = 25 * 60 * 60 * 1000

/**
 * Asserts all that docs/reliability.md lists under "What holds after every fault". Call it when the stores are back and
 * a worker runs; it waits up to `patienceMs` until every capture has ended.
 */
export async function assertInvariants(stage: FaultStage, { patienceMs = 45_000 } = {}): Promise<void> {
  await assertAnswered(stage)
  await assertNothingLeftWaiting(stage, patienceMs)
  await withStores(stage.variables, async (stores) => {
    const storage = await stores.storage()
    await assertEmailsStored(stage, storage)
    const deps = {
      db: stage.services.database.db,
      storage,
      clock: { now: () => new Date(Date.now() + pastTheSweepsAgeMs) },
      signal: new AbortController().signal,
    }
    // Forced, as an operator would: orphans of the faults are a larger share of so few objects than a sweep deletes by
    // itself.
    await adoptStore(deps)
    await sweepObjects(deps, { isForced: true })
    await assertOneImageEach(stage, storage)
    await assertEveryObjectNamed(stage, storage)
  })
}

/** Every request was answered inside its deadline, unless its process was killed or stopped, or the test hung up. */
async function assertAnswered({ requests }: FaultStage): Promise<void> {
  await until('every request has ended', () => {
    const underWay = requests.filter(({ ms }) => ms === null).map(({ address }) => address)
    return [underWay.length === 0, underWay]
  })
  const late = requests.filter(({ ms, deadlineMs }) => (ms ?? 0) > deadlineMs)
  expect(late.map(({ what, status, ms }) => ({ what, status, ms }))).toEqual([])
  // A stopping process answers the requests that it has and refuses new ones; a killed process answers none.
  const isExcused = ({ unanswered, service: { process: child } }: SeenRequest): boolean =>
    unanswered === 'hung up' ||
    child.signalCode === 'SIGKILL' ||
    (unanswered === 'refused' && child.exitCode === 0)
  const missing = requests.filter((request) => request.unanswered !== null && !isExcused(request))
  expect(missing.map(({ what, unanswered, ms }) => ({ what, unanswered, ms }))).toEqual([])
}

/** No preview stays `capturing` past its deadline, and every accepted one gets captured or fails. */
async function assertNothingLeftWaiting(
  { services: { database } }: FaultStage,
  patienceMs: number,
): Promise<void> {
  await until('nothing is captured past its deadline', async () => {
    const late = await database.db.preview.findMany({
      where: { status: 'capturing', deadlineAt: { lt: new Date() } },
      select: { id: true, attempt: true, deadlineAt: true },
    })
    return [late.length === 0, late]
  })
  await until(
    'all that was asked for is captured or failed',
    async () => {
      const open = await database.db.preview.groupBy({
        by: ['status', 'engine'],
        where: { status: { in: ['pending', 'capturing'] } },
        _count: true,
      })
      return [open.length === 0, open]
    },
    patienceMs,
  )
}

/** Every accepted email is stored, row and content, and no row is without its content. */
async function assertEmailsStored({ requests, services }: FaultStage, storage: Storage): Promise<void> {
  const rows = await services.database.db.email.findMany({ select: { id: true, contentErasedAt: true } })
  const stored = new Set(rows.filter(({ contentErasedAt }) => contentErasedAt === null).map(({ id }) => id))
  const posts = requests.filter(({ what }) => what === 'email')
  const accepted = posts.filter(({ status }) => status === 200).map(({ address }) => address)
  expect(accepted.filter((guid) => !stored.has(guid))).toEqual([])
  // An email whose answer was lost or came too late may be stored.
  const unsure = posts.filter(({ status }) => status === null || status >= 500).length
  expect(stored.size).toBeLessThanOrEqual(accepted.length + unsure)
  const contents = new Set<string>()
  for await (const { key } of storage.list('emails/')) contents.add(key)
  expect([...stored].filter((guid) => !contents.has(frozenEmailKey(guid)))).toEqual([])
}

/**
 * One image for each email, code, orientation and images: one address, one object in storage, a PNG of the row's size.
 */
async function assertOneImageEach(stage: FaultStage, storage: Storage): Promise<void> {
  const locations = new Map<string, Set<string>>()
  for (const { what, address, location } of stage.requests) {
    if (what !== 'preview' || location === null) continue
    locations.set(address, (locations.get(address) ?? new Set()).add(location))
  }
  expect([...locations].filter(([, of]) => of.size > 1)).toEqual([])

  const rows = await stage.services.database.db.preview.findMany({ where: { status: 'captured' } })
  const pictures = new Set<string>()
  for await (const { key } of storage.list('captures/')) pictures.add(key)
  expect(rows.filter((row) => !pictures.has(pictureKey(row, 'full')))).toEqual([])
  const { IMAGES_URL = 'https://images.test' } = stage.variables
  for (const { imageToken, width, height } of sampleOf(rows)) {
    const location = `${IMAGES_URL}/${picturePath(imageToken, 'full')}`
    const { status, png } = await stage.fetchPicture(location)
    expect([status, location]).toEqual([200, location])
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width, height })
  }
}

/** All rows when there are few; otherwise about `most` of them, evenly chosen. */
function sampleOf<Row>(rows: readonly Row[], most = 200): Row[] {
  const step = Math.max(1, Math.floor(rows.length / most))
  return rows.filter((_, index) => index % step === 0)
}

/** No object is without its row. */
async function assertEveryObjectNamed({ services }: FaultStage, storage: Storage): Promise<void> {
  const { db } = services.database
  const [emails, previews] = [
    await db.email.findMany({ where: { contentErasedAt: null }, select: { id: true } }),
    await db.preview.findMany(),
  ]
  const named = new Set([...emails.map(({ id }) => emailPrefix(id)), ...previews.map(picturePrefix)])
  const lost: string[] = []
  for await (const { key } of storage.list('emails/'))
    if (!named.has(emailPrefix(key.split('/')[1] ?? ''))) lost.push(key)
  // The sweep leaves pictures of emails that still take captures.
  const open = new Set(emails.map(({ id }) => id))
  for await (const { key } of storage.list('captures/'))
    if (!named.has(picturePrefixOf(key)) && !open.has(key.split('/')[1] ?? '')) lost.push(key)
  expect(lost).toEqual([])
}
