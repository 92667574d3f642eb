import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { pictureKey, picturePath } from '@pas/captures/storage-keys'
import type { PictureSize } from '@pas/captures/picture-sizes'
import { openDatabase, type Database, type Preview } from '@pas/db/database'
import { createReadiness, type Readiness } from '@pas/runtime/http/health'
import { listen } from '@pas/runtime/http/listen'
import { createLogger, type Logger } from '@pas/runtime/logger'
import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { capturedColumns } from '@pas/testing/preview-columns'
import { httpBehindProxy } from '@pas/testing/http-behind-proxy'
import { createManualClock, type ManualClock } from '@pas/testing/manual-clock'
import { createTestDatabase } from '@pas/testing/test-database'
import { createTestFolder } from '@pas/testing/test-folder'
import sharp from 'sharp'
import { createApp } from '../src/app'
import { createPicturePlaces, type PictureLimits } from '../src/captures/picture-places'
import { createDifferencePlaces } from '../src/differences/difference-places'
import { openDifferences } from '../src/differences/differences'
import { defaultCallerTimeouts, type CallerTimeouts } from '../src/captures/send-picture'

/** The image service in this process, over real stores of its own. */
export interface TestImages {
  url: string
  /** Connection of the owner, with all rights. */
  db: Database
  storage: Storage
  storagePath: string
  clock: ManualClock
  readiness: Readiness
  /** Writes nothing. */
  logger: Logger
  /** Sends a request as a proxy that terminates TLS does. */
  fetch(path: string, init?: RequestInit & { headers?: Record<string, string> }): Promise<Response>
  close(): Promise<void>
}

/** Starts the image service, with storage in a temporary folder unless `storage` is given. */
export async function startImages({
  storage: givenStorage,
  pictureLimits,
  ...timings
}: { storage?: Storage; pictureLimits?: PictureLimits } & Partial<CallerTimeouts> = {}): Promise<TestImages> {
  const database = await createTestDatabase()
  // With the rights of the image service only.
  const imagesDb = openDatabase({ url: await database.makeUrlOf('pas_images'), poolMax: 10 })
  const folder = await createTestFolder()
  const storage = givenStorage ?? openStorage({ kind: 'file', path: `${folder.path}/objects` })
  const clock = createManualClock()
  const readiness = createReadiness()
  const logger = createLogger('images')
  logger.level = 'silent'
  const http = httpBehindProxy
  const differences = openDifferences({ storage, logger })
  const app = createApp({
    http,
    db: imagesDb,
    storage,
    clock,
    logger,
    readiness,
    callerTimeouts: { ...defaultCallerTimeouts, ...timings },
    picturePlaces: createPicturePlaces(pictureLimits),
    differences,
    differencePlaces: createDifferencePlaces(),
    readinessChecks: [{ name: 'storage', check: () => storage.check(), isOptional: true }],
  })
  const listening = await listen(app, http)
  const url = `http://127.0.0.1:${listening.port}`
  return {
    url,
    db: database.db,
    storage,
    storagePath: `${folder.path}/objects`,
    clock,
    readiness,
    logger,
    fetch: (path, { headers, ...init } = {}) =>
      fetch(url + path, {
        ...init,
        redirect: 'manual',
        headers: { 'X-Forwarded-Proto': 'https', ...headers },
      }),
    close: async () => {
      await listening.close()
      await differences.close()
      storage.close()
      await imagesDb.$disconnect()
      await database.close()
      await folder.close()
    },
  }
}

/** The path of a preview's picture. */
export const pathOf = (preview: Preview, size: PictureSize = 'full'): string =>
  `/${picturePath(preview.imageToken, size)}`

/** Adds an email uploaded now, with a preview that was captured now, as a worker leaves its row. */
async function addPreview(
  { db, clock }: Pick<TestImages, 'db' | 'clock'>,
  picture: Buffer,
): Promise<Preview> {
  const now = clock.now()
  const account = await db.account.create({ data: { name: 'Test', createdAt: now } })
  const email = await db.email.create({
    data: {
      id: randomUUID(),
      accountId: account.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 48 * 60 * 60 * 1000),
    },
  })
  return db.preview.create({
    data: {
      id: randomUUID(),
      emailId: email.id,
      accountId: account.id,
      emailClient: 'PLAINTEXT',
      orientation: 'vertical',
      images: 'allowed',
      engine: 'text',
      imageToken: randomBytes(24).toString('base64url'),
      requestedAt: now,
      ...capturedColumns(now),
      ...storedColumns(picture),
    },
  })
}

/** What a worker records of where it stored the picture. */
export const storedColumns = (picture: Buffer) => ({
  namedByHash: true,
  pictureSha256: new Uint8Array(createHash('sha256').update(picture).digest()),
})

/** Draws a PNG whose top `redRows` rows are red and the others blue. */
export function drawPicture(width: number, height: number, redRows: number): Promise<Buffer> {
  const red = { create: { width, height: redRows, channels: 3 as const, background: '#ff0000' } }
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .composite([{ input: red, top: 0, left: 0 }])
    .png()
    .toBuffer()
}

/** Adds a captured preview, with its full picture in storage. */
export async function addCapture(images: TestImages, full?: Buffer): Promise<Preview> {
  const picture = full ?? (await drawPicture(600, 1_000, 500))
  const preview = await addPreview(images, picture)
  await images.storage.put(pictureKey(preview, 'full'), picture, 'image/png')
  return preview
}
