import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { maxCaptureAttempts } from '@pas/captures/attempts'
import { requeueLostCapture } from '@pas/captures/requeue-lost-capture'
import { emailPicturesPrefix, pictureKey } from '@pas/captures/storage-keys'
import { putMessage } from '@pas/emails/email-content'
import { assetPackKey, emailPrefix, frozenEmailKey } from '@pas/emails/storage-keys'
import type { CaptureFailure } from '@pas/captures/capture-state'
import type { Preview } from '@pas/db/database'
import { createLogger } from '@pas/runtime/logger'
import { objectFile } from '@pas/storage/object-file'
import { StorageUnavailableError } from '@pas/storage/storage'
import sharp from 'sharp'
import { failedColumns, pendingColumns } from '@pas/testing/preview-columns'
import { stopTime } from '@pas/testing/stop-time'
import { drawnByOf } from '../src/drawn-by'
import { startAssetOrigin, type AssetOrigin } from '../src/asset-origin'
import { capturePreview, type CaptureDeps } from '../src/capture-preview'
import { claimCapture } from '@pas/captures/claim-capture'
import { EmailCache } from '../src/email-cache'
import { openEmailEmulator } from '../src/email-emulator'
import type { Engine } from '../src/engines/engine'
import { recordFailure, recordPicture } from '@pas/captures/record-capture'
import { CaptureError } from '../src/errors'
import { pixel, startTestChromium, type TestChromium } from './test-chromium'
import { openTestStores, type TestStores } from './test-stores'
import { startTestText } from './test-text'

const jobTimeoutMs = 30_000
const emulator = openEmailEmulator(createLogger('render-worker'))
afterAll(() => emulator.close())
const fresh = { isTakeover: false }
const stalled = { isTakeover: true }

/** The error of any step that exceeds its time. */
const tooSlow: CaptureDeps['emulator'] = {
  ...emulator,
  emulate: () => Promise.reject(new CaptureError('capture_timeout', 'it took too long')),
}

describe('capturing a preview', () => {
  let stores: TestStores
  let assetOrigin: AssetOrigin
  let engine: Engine
  let deps: CaptureDeps
  beforeAll(async () => {
    assetOrigin = await startAssetOrigin(() => undefined)
    engine = await startTestText()
  })
  beforeEach(async () => {
    stores = await openTestStores()
    deps = {
      ...stores,
      db: stores.workerDb,
      assetOrigin,
      emulator,
      engine,
      captureTimeoutMs: 20_000,
      jobTimeoutMs,
      reusesPages: true,
      emails: new EmailCache(),
    }
  })
  afterEach(() => stores.close())
  afterAll(() => assetOrigin.close())

  const textPreview = async () => stores.createPreview(await stores.createEmail({ plainText: 'Hello' }))
  const pictureOf = async (id: string) => stores.storage.get(pictureKey(await stores.getPreview(id), 'full'))
  async function picturesOf(emailId: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of stores.storage.list(emailPicturesPrefix(emailId))) keys.push(key)
    return keys
  }

  it('stores the picture and records it', async () => {
    const { id } = await textPreview()
    expect(await capturePreview(deps, id, fresh)).toEqual({ outcome: 'captured' })
    const stored = await pictureOf(id)
    expect(stored?.contentType).toBe('image/png')
    const { width, height } = await sharp(stored?.body).metadata()
    expect(await stores.getPreview(id)).toMatchObject({
      status: 'captured',
      attempt: 1,
      capturedAt: stores.clock.now(),
      deadlineAt: null,
      width,
      height,
      truncated: false,
      drawnBy: drawnByOf(engine),
      pictureSha256: new Uint8Array(
        createHash('sha256')
          .update(stored?.body ?? '')
          .digest(),
      ),
    })
  })

  it('draws an email for each email client as that client shows it, also when captures share the email', async () => {
    const emailId = await stores.createEmail({
      htmlText: '<style>p { color: red }</style><p>text in <tt>three</tt> clients',
    })
    const codes = ['OL2016', 'CHROMEGMAILNEW', 'CHROMEGOOGLEAPPS', 'CHROMEYAHOO']
    const drawn: string[] = []
    const drawing: Engine = {
      ...engine,
      get isHealthy() {
        return true
      },
      capture: (document) => {
        drawn.push(JSON.stringify(document))
        return Promise.resolve({ png: Buffer.from(`${drawn.length}`), width: 1, height: 1, truncated: false })
      },
    }
    const pictures: string[] = []
    for (const emailClient of codes) {
      const { id } = await stores.createPreview(emailId, { emailClient })
      expect(await capturePreview({ ...deps, engine: drawing }, id, fresh)).toEqual({ outcome: 'captured' })
      pictures.push(String((await pictureOf(id))?.body))
    }
    // Both of Google's email clients turn the email into the same document.
    expect(pictures).toEqual(['1', '2', '2', '3'])
    expect(new Set(drawn).size).toBe(3)
  })

  describe('in an email client that really runs', () => {
    const image = {
      url: 'https://x.example/a.png',
      id: 'a',
      contentType: 'image/png',
      body: Buffer.from('x'),
    }
    const messageOf = (html: string, filler = ''): string =>
      `Subject: Sent\r\nX-Odd : \xe9\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b\r\nContent-Type: application/x-unknown\r\n\r\n${filler}\r\n--b--`
    const drawnSource = async (message: string | null): Promise<string> => {
      const emailId = await stores.createEmail({ htmlText: '<p>Frozen', subject: 'Frozen' }, [image])
      if (message !== null) await putMessage(stores.storage, emailId, Buffer.from(message, 'latin1'))
      const { id } = await stores.createPreview(emailId, { emailClient: 'THUNDERBIRDLATEST' })
      let source = ''
      const drawing: Engine = {
        ...engine,
        get isHealthy() {
          return true
        },
        capture: (document) => {
          if (document.kind === 'message') source = document.source.toString('latin1')
          return Promise.resolve({ png: Buffer.from('1'), width: 1, height: 1, truncated: false })
        },
      }
      expect(await capturePreview({ ...deps, engine: drawing }, id, fresh)).toEqual({ outcome: 'captured' })
      return source
    }

    it.each([
      ['short', ''],
      ['long', 'x'.repeat(300_000)],
    ])('draws the message as it was sent, with our copies of pictures: %s', async (_name, filler) => {
      const sent = messageOf('<img src="https://x.example/a.png"><img src="https://x.example/b.png">', filler)
      const ours = '<img src="http://assets.invalid/a"><img src="http://assets.invalid/missing">'
      expect(await drawnSource(sent)).toBe(messageOf(ours, filler))
    })

    it('draws a message built of its content when none was sent', async () => {
      expect(await drawnSource(null)).toMatch(/^Subject: Frozen\r$/m)
    })
  })

  it('stores equal pictures of an email once, and those of another email for themselves', async () => {
    const emailId = await stores.createEmail({ plainText: 'Hello' })
    const put = jest.spyOn(deps.storage, 'put')
    const previews = [
      await stores.createPreview(emailId),
      await stores.createPreview(emailId, { images: 'blocked' }),
    ]
    for (const { id } of previews)
      expect(await capturePreview(deps, id, fresh)).toEqual({ outcome: 'captured' })
    expect(put).toHaveBeenCalledTimes(1)
    const [one, other] = await Promise.all(previews.map(({ id }) => pictureOf(id)))
    expect(one?.body.equals(other?.body ?? Buffer.alloc(0))).toBe(true)
    expect(await picturesOf(emailId)).toHaveLength(1)

    const elsewhere = await textPreview()
    expect(await capturePreview(deps, elsewhere.id, fresh)).toEqual({ outcome: 'captured' })
    expect((await pictureOf(elsewhere.id))?.body.equals(one?.body ?? Buffer.alloc(0))).toBe(true)
    expect(await picturesOf(elsewhere.emailId)).toHaveLength(1)
  })

  it('stores a lost picture again, although another preview had an equal one', async () => {
    const emailId = await stores.createEmail({ plainText: 'Hello' })
    const previews = [
      await stores.createPreview(emailId),
      await stores.createPreview(emailId, { images: 'blocked' }),
    ]
    for (const { id } of previews) await capturePreview(deps, id, fresh)
    await stores.storage.deletePrefix(emailPicturesPrefix(emailId))
    const [{ id = '' } = {}] = previews
    const requeued = { db: stores.db, clock: stores.clock }
    expect(await requeueLostCapture(requeued, { previewId: id, attempt: 1 })).toBe(true)
    for (const preview of previews) {
      expect(await stores.getPreview(preview.id)).toMatchObject({ status: 'pending' })
      expect(await capturePreview(deps, preview.id, fresh)).toEqual({ outcome: 'captured' })
      expect(await pictureOf(preview.id)).not.toBeNull()
    }
  })

  it('does nothing for a preview that is captured, failed, removed or under way', async () => {
    const { id } = await textPreview()
    await capturePreview(deps, id, fresh)
    const captured = await stores.getPreview(id)
    expect(await capturePreview(deps, id, stalled)).toEqual({ outcome: 'nothing_to_do' })
    expect(await stores.getPreview(id)).toEqual(captured)

    const failed = await stores.createPreview(captured.emailId, {
      images: 'blocked',
      ...failedColumns(stores.clock.now()),
    })
    expect(await capturePreview(deps, failed.id, stalled)).toEqual({ outcome: 'nothing_to_do' })

    const other = await textPreview()
    await claimCapture(deps, other.id, false)
    expect(await capturePreview(deps, other.id, fresh)).toEqual({ outcome: 'nothing_to_do' })
    await stores.db.email.delete({ where: { id: other.emailId } })
    expect(await capturePreview(deps, other.id, fresh)).toEqual({ outcome: 'nothing_to_do' })
  })

  it('captures once when two workers begin at the same time', async () => {
    const { id } = await textPreview()
    const results = await Promise.all(Array.from({ length: 8 }, () => capturePreview(deps, id, fresh)))
    expect(results.filter(({ outcome }) => outcome === 'captured')).toHaveLength(1)
    expect((await stores.getPreview(id)).attempt).toBe(1)
  })

  it('takes over an attempt that is past its deadline, or known to be dead', async () => {
    const late = await textPreview()
    await claimCapture(deps, late.id, false)
    stores.clock.advance(jobTimeoutMs)
    expect(await capturePreview(deps, late.id, fresh)).toEqual({ outcome: 'captured' })
    const dead = await textPreview()
    await claimCapture(deps, dead.id, false)
    expect(await capturePreview(deps, dead.id, stalled)).toEqual({ outcome: 'captured' })
    expect((await stores.getPreview(dead.id)).attempt).toBe(2)
  })

  it('lets a late worker change nothing, whether it drew or failed', async () => {
    const { id } = await textPreview()
    const late = await claimCapture(deps, id, false)
    const current = await claimCapture(deps, id, true)
    if (!late || !current) throw new Error('not claimed')
    const picture = {
      width: 1,
      height: 1,
      truncated: true,
      drawnBy: '1',
      pictureSha256: new Uint8Array(32),
    }
    const changeNothing = async () => {
      const before = await stores.getPreview(id)
      expect(await recordPicture(deps, late, picture)).toBe('superseded')
      await recordFailure(deps, late, 'content_gone')
      expect(await stores.getPreview(id)).toEqual(before)
    }
    await changeNothing()
    expect(await recordPicture(deps, current, picture)).toBe('captured')
    await changeNothing()
  })

  it('deletes its picture again when the email is deleted while the picture is being stored', async () => {
    const { id, emailId } = await textPreview()
    const storage: CaptureDeps['storage'] = {
      get: (key) => stores.storage.get(key),
      deletePrefix: (prefix) => stores.storage.deletePrefix(prefix),
      put: async (key, body, contentType) => {
        await stores.db.email.delete({ where: { id: emailId } })
        await stores.storage.put(key, body, contentType)
      },
    }
    expect(await capturePreview({ ...deps, storage }, id, fresh)).toEqual({ outcome: 'removed' })
    expect(await picturesOf(emailId)).toEqual([])
  })

  it.each(['superseded', 'removed'] as const)(
    'uploads nothing when it was %s while it drew',
    async (outcome) => {
      const { id, emailId } = await textPreview()
      const overtaken: Engine = {
        ...engine,
        capture: async (document, signal) => {
          const picture = await engine.capture(document, signal)
          if (outcome === 'removed') await stores.db.email.delete({ where: { id: emailId } })
          else await stores.db.preview.update({ where: { id }, data: { attempt: 2 } })
          return picture
        },
      }
      expect(await capturePreview({ ...deps, engine: overtaken }, id, fresh)).toEqual({ outcome })
      expect(await picturesOf(emailId)).toEqual([])
    },
  )

  it('leaves the picture in storage when a later attempt has overtaken it', async () => {
    const { id, emailId } = await textPreview()
    const storage: CaptureDeps['storage'] = {
      ...stores.storage,
      put: async (key, body, contentType) => {
        await stores.storage.put(key, body, contentType)
        await stores.db.preview.update({ where: { id }, data: { attempt: 2 } })
      },
    }
    expect(await capturePreview({ ...deps, storage }, id, fresh)).toEqual({ outcome: 'superseded' })
    expect(await picturesOf(emailId)).toHaveLength(1)
  })

  it('begins a new round of attempts when an operator retries it, in which a late worker changes nothing', async () => {
    const { id } = await textPreview()
    const late = await claimCapture(deps, id, false)
    if (!late) throw new Error('not claimed')
    await stores.db.preview.update({
      where: { id },
      data: { ...pendingColumns(), attempt: maxCaptureAttempts },
    })
    for (let attempt = maxCaptureAttempts + 1; attempt <= 2 * maxCaptureAttempts; attempt++) {
      const claim = await claimCapture(deps, id, false)
      if (!claim) throw new Error('not claimed')
      expect(claim.attempt).toBe(attempt)
      const picture = {
        width: 1,
        height: 1,
        truncated: false,
        drawnBy: '1',
        pictureSha256: new Uint8Array(32),
      }
      expect(await recordPicture(deps, late, picture)).toBe('superseded')
      expect(await recordFailure(deps, claim, 'engine_crashed')).toMatchObject({
        isFinal: attempt === 2 * maxCaptureAttempts,
      })
    }
    expect(await stores.getPreview(id)).toMatchObject({ status: 'failed', attempt: 2 * maxCaptureAttempts })
    expect(await claimCapture(deps, id, true)).toBeNull()
  })

  it('fails at once and for good when the content is gone', async () => {
    const erased = await textPreview()
    await stores.db.email.update({
      where: { id: erased.emailId },
      data: { contentErasedAt: stores.clock.now() },
    })
    expect(await capturePreview(deps, erased.id, fresh)).toMatchObject({ outcome: 'failed', isFinal: true })
    const missing = await textPreview()
    await stores.storage.deletePrefix(emailPrefix(missing.emailId))
    expect(await capturePreview(deps, missing.id, fresh)).toMatchObject({ isFinal: true })
    expect(await stores.getPreview(missing.id)).toMatchObject({
      status: 'failed',
      failure: 'content_gone',
      attempt: 1,
    })
  })

  it('captures a preview after 48 hours that was requested before', async () => {
    const { id } = await textPreview()
    stores.clock.advance(48 * 3_600_000 + 1)
    expect(await capturePreview(deps, id, fresh)).toEqual({ outcome: 'captured' })
  })

  it('is pending again after a failure, and fails for good with its last attempt', async () => {
    const { id } = await textPreview()
    const broken = { ...deps, emulator: { ...emulator, emulate: () => Promise.reject(new Error('broken')) } }
    for (let attempt = 1; attempt < maxCaptureAttempts; attempt++) {
      expect(await capturePreview(broken, id, fresh)).toMatchObject({ outcome: 'failed', isFinal: false })
      expect(await stores.getPreview(id)).toMatchObject({ status: 'pending', attempt, failedAt: null })
    }
    expect(await capturePreview(broken, id, fresh)).toMatchObject({
      isFinal: true,
      error: { kind: 'engine_failed' },
    })
    expect(await stores.getPreview(id)).toMatchObject({
      status: 'failed',
      failure: 'engine_failed',
      failedAt: stores.clock.now(),
    })
  })

  it('never fails for good while storage is unavailable, and has all its attempts afterwards', async () => {
    const { id } = await textPreview()
    // Storage fails because a file stands where it needs a folder.
    await writeFile(path.join(stores.storagePath, 'captures'), '')
    for (let round = 1; round <= maxCaptureAttempts + 1; round++) {
      const attempt = round * maxCaptureAttempts
      expect(await capturePreview(deps, id, fresh)).toMatchObject({
        error: { kind: 'storage_unavailable' },
        isFinal: false,
        attempt,
      })
      expect(await stores.getPreview(id)).toMatchObject({ status: 'pending', attempt })
    }
    await rm(path.join(stores.storagePath, 'captures'))
    expect(await capturePreview(deps, id, fresh)).toEqual({ outcome: 'captured' })
  })

  it('fails as storage_unavailable before its deadline when storing the picture takes too long', async () => {
    const { id } = await textPreview()
    const shortMs = 3_000
    const time = stopTime()
    const put = (): Promise<never> => {
      time.pass(shortMs - 1)
      return new Promise(() => undefined)
    }
    const slow = { ...deps, jobTimeoutMs: shortMs, storage: { ...stores.storage, put } }
    const error = expect.objectContaining({ kind: 'storage_unavailable' }) as CaptureError
    expect(await capturePreview(slow, id, fresh)).toMatchObject({ outcome: 'failed', error, isFinal: false })
    time.goOn()
    expect(await stores.getPreview(id)).toMatchObject({ status: 'pending', deadlineAt: null })
  })

  it('is superseded when it fails after another attempt has taken over', async () => {
    const { id } = await textPreview()
    const overtaken = {
      ...deps,
      emulator: {
        ...emulator,
        emulate: async () => {
          await claimCapture(deps, id, true)
          throw new CaptureError('engine_failed', 'it failed')
        },
      },
    }
    expect(await capturePreview(overtaken, id, fresh)).toEqual({ outcome: 'superseded' })
    expect(await stores.getPreview(id)).toMatchObject({ status: 'capturing', attempt: 2 })
  })

  it('fails for good after its attempts when a stored object is damaged', async () => {
    const image = { url: 'https://example.com/a.png', id: 'asset-a', contentType: 'image/png' }
    const emailId = await stores.createEmail({ plainText: 'Hello' }, [{ ...image, body: Buffer.from('png') }])
    // The text engine requests no image, so its capture does not wait until one is read.
    const reads: Promise<unknown>[] = []
    const get: CaptureDeps['storage']['get'] = (key) => {
      const read = stores.storage.get(key)
      reads.push(read)
      return read
    }
    const emulate: CaptureDeps['emulator']['emulate'] = async (...email) => {
      await Promise.allSettled(reads)
      return deps.emulator.emulate(...email)
    }
    const waiting = { ...deps, storage: { ...stores.storage, get }, emulator: { ...emulator, emulate } }
    const damage = async (key: string, { images }: Pick<Preview, 'images'>) => {
      const { id } = await stores.createPreview(emailId, { images })
      await writeFile(objectFile(stores.storagePath, key), '')
      const outcomes = []
      for (let attempt = 1; attempt <= maxCaptureAttempts; attempt++)
        outcomes.push(await capturePreview(waiting, id, fresh))
      const failed = { outcome: 'failed', error: { kind: 'content_damaged' } }
      expect(outcomes).toMatchObject([failed, failed, { ...failed, isFinal: true }])
    }
    await damage(assetPackKey(emailId, 0), { images: 'allowed' })
    await damage(frozenEmailKey(emailId), { images: 'blocked' })
  })

  describe('an asset that storage does not deliver', () => {
    const image = { url: 'https://example.com/a.png', id: 'asset-a', contentType: 'image/png' }
    const withImage = async () =>
      stores.createPreview(
        await stores.createEmail({ plainText: 'Hello' }, [{ ...image, body: Buffer.from('png') }]),
      )
    const instead = (answer: () => Promise<never>): CaptureDeps => ({
      ...deps,
      storage: {
        get: (key) => (/assets-\d+$/.test(key) ? answer() : stores.storage.get(key)),
        put: (...object) => stores.storage.put(...object),
        deletePrefix: (prefix) => stores.storage.deletePrefix(prefix),
      },
    })
    const putOff = { outcome: 'failed', error: { kind: 'storage_unavailable' }, isFinal: false }

    it('because it is unavailable: the preview is not captured without the asset', async () => {
      const { id } = await withImage()
      const away = instead(() => Promise.reject(new StorageUnavailableError('away')))
      expect(await capturePreview(away, id, fresh)).toMatchObject(putOff)
      expect(await capturePreview(deps, id, fresh)).toEqual({ outcome: 'captured' })
    })

    it('in time: the failure is storage_unavailable, not capture_timeout', async () => {
      const { id } = await withImage()
      const silent = instead(() => new Promise<never>(() => undefined))
      expect(await capturePreview({ ...silent, emulator: tooSlow }, id, fresh)).toMatchObject(putOff)
    })
  })

  describe('that fails as on a busy machine', () => {
    const failing = (kind: CaptureFailure, sample: () => Promise<number>): CaptureDeps => ({
      ...deps,
      emulator: { ...emulator, emulate: () => Promise.reject(new CaptureError(kind, 'it did not work')) },
      engine: { ...engine, drawSample: sample },
    })
    const quick = () => Promise.resolve(2_000)
    const slow = () => Promise.resolve(2_001)
    const none = () => Promise.reject(new Error('it does not start'))
    const kindOf = async (failed: CaptureDeps) => {
      const { id } = await textPreview()
      await capturePreview(failed, id, fresh)
      return (await stores.getPreview(id)).failure
    }

    it.each(['capture_timeout', 'engine_crashed', 'engine_failed'] as const)(
      'by %s blames the machine only when the engine does not draw its own sample in time either',
      async (kind) => {
        expect(await kindOf(failing(kind, quick))).toBe(kind)
        expect(await kindOf(failing(kind, slow))).toBe('engine_busy')
        expect(await kindOf(failing(kind, none))).toBe('engine_busy')
      },
    )

    it('blames what is certain without a sample, and nothing else without time for one', async () => {
      expect(await kindOf(failing('unsupported_document', none))).toBe('unsupported_document')
      const hurried = { ...failing('capture_timeout', none), jobTimeoutMs: 2_000 }
      expect(await kindOf(hurried)).toBe('capture_timeout')
    })

    it('is tried a third time, after 30 s, and then failed for that reason', async () => {
      const { id } = await textPreview()
      const outcomes: unknown[] = []
      for (let attempt = 1; attempt <= 3; attempt++)
        outcomes.push(await capturePreview(failing('capture_timeout', slow), id, fresh))
      const failed = { outcome: 'failed', error: { kind: 'engine_busy' } }
      expect(outcomes).toMatchObject([
        { ...failed, isFinal: false, retryAfterMs: 0 },
        { ...failed, isFinal: false, retryAfterMs: 30_000 },
        { ...failed, isFinal: true },
      ])
      expect(await stores.getPreview(id)).toMatchObject({
        status: 'failed',
        failure: 'engine_busy',
        attempt: 3,
      })
    })

    it('in a real email client is tried a third time too, and is the email’s fault when the sample is in time', async () => {
      const { id } = await stores.createPreview(await stores.createEmail({ htmlText: 'x' }), {
        emailClient: 'THUNDERBIRDLATEST',
      })
      for (let attempt = 1; attempt <= 3; attempt++)
        expect(await capturePreview(failing('capture_timeout', quick), id, fresh)).toMatchObject({
          isFinal: attempt === 3,
        })
      expect(await stores.getPreview(id)).toMatchObject({ status: 'failed', failure: 'capture_timeout' })
    })
  })

  it('is retried only once after capture_timeout', async () => {
    const { id } = await textPreview()
    const late = { ...deps, emulator: tooSlow, engine: { ...engine, drawSample: () => Promise.resolve(0) } }
    const failed = { outcome: 'failed', error: { kind: 'capture_timeout' } }
    expect(await capturePreview(late, id, fresh)).toMatchObject({ ...failed, isFinal: false })
    expect(await capturePreview(late, id, fresh)).toMatchObject({ ...failed, isFinal: true })
    expect(await stores.getPreview(id)).toMatchObject({ status: 'failed', attempt: 2 })
  })

  it('fails a preview for good that crashed every worker that tried', async () => {
    const { id } = await textPreview()
    for (let attempt = 1; attempt <= maxCaptureAttempts; attempt++) {
      expect(await claimCapture(deps, id, true)).toMatchObject({ attempt })
    }
    expect(await capturePreview(deps, id, stalled)).toEqual({ outcome: 'nothing_to_do' })
    expect(await stores.getPreview(id)).toMatchObject({ status: 'failed', failure: 'engine_crashed' })
  })

  it('rejects with RowUnavailableError and the time to wait when the row cannot be reached', async () => {
    const { id } = await textPreview()
    await stores.db.$executeRaw`ALTER TABLE previews RENAME TO away`
    await expect(capturePreview(deps, id, fresh)).rejects.toMatchObject({
      name: 'RowUnavailableError',
      retryAfterMs: 1_000,
    })
  })
})

describe('capturing a preview in a browser', () => {
  let stores: TestStores
  let chromium: TestChromium
  beforeAll(async () => {
    stores = await openTestStores()
    chromium = await startTestChromium()
  })
  afterAll(async () => {
    await chromium.close()
    await stores.close()
  })

  it.each([
    ['allowed', '#ff0000'],
    ['blocked', null],
  ] as const)('with images %s', async (images, colour) => {
    const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    const url = 'https://images.example/red.png'
    const emailId = await stores.createEmail(
      {
        htmlText: `<body style="margin:0"><img src="${url}" width="300" height="300" style="display:block">`,
      },
      [{ url, id: 'red', contentType: 'image/png', body: png }],
    )
    const { id } = await stores.createPreview(emailId, {
      emailClient: 'CHROMEGMAILNEW',
      engine: 'chromium',
      images,
    })
    const deps = {
      ...stores,
      ...chromium,
      db: stores.workerDb,
      emulator,
      captureTimeoutMs: 20_000,
      jobTimeoutMs,
      reusesPages: true,
      emails: new EmailCache(),
    }
    expect(await capturePreview(deps, id, fresh)).toEqual({ outcome: 'captured' })
    const stored = await stores.storage.get(pictureKey(await stores.getPreview(id), 'full'))
    const picture = { png: stored?.body ?? Buffer.alloc(0), width: 0, height: 0, truncated: false }
    const centre = await pixel(picture, 150, 150)
    if (colour) expect(centre).toBe(colour)
    else expect(centre).not.toBe('#ff0000')
  })
})
