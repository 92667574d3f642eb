import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { createUser } from '@pas/accounts/create-user'
import { listUsage } from '@pas/captures/list-usage'
import { emailPicturesPrefix, pictureKey } from '@pas/captures/storage-keys'
import { emailPrefix, frozenEmailKey } from '@pas/emails/storage-keys'
import type { Email, Preview } from '@pas/db/database'
import { objectFile } from '@pas/storage/object-file'
import { StorageUnavailableError, type Storage } from '@pas/storage/storage'
import { capturedColumns, capturingColumns, failedColumns } from '@pas/testing/preview-columns'
import { itInLongRun } from '@pas/testing/long-run'
import { runRetention } from '../src/run-retention'
import { dayMs, hourMs, openRetentionStores, type RetentionStores } from './retention-stores'

const nothing = { emails: 0, images: 0, tokens: 0, sessions: 0 }

describe('retention', () => {
  let stores: RetentionStores
  beforeEach(async () => {
    stores = await openRetentionStores()
  })
  afterEach(() => stores.close())

  const emailRow = (id: string) => stores.db.email.findUnique({ where: { id } })
  const previewRow = (id: string) => stores.db.preview.findUnique({ where: { id } })
  const usage = (byEndUser = true) => listUsage(stores, stores.accountId, { byEndUser })

  describe('of content: 48 hours after the upload', () => {
    it('is there at 47:59:59 and erased at 48:00:01', async () => {
      const email = await stores.addEmail()
      const preview = await stores.addCapture(email)
      stores.clock.advance(48 * hourMs - 1_000)
      expect(await stores.run()).toEqual(nothing)
      expect(await stores.hasContent(email)).toBe(true)
      stores.clock.advance(2_000)
      expect(await stores.run()).toEqual({ ...nothing, emails: 1 })
      expect(await stores.hasContent(email)).toBe(false)
      expect(await emailRow(email.id)).toMatchObject({ contentErasedAt: stores.clock.now() })
      expect(await stores.hasPicture(preview)).toBe(true)
      expect(await stores.run()).toEqual(nothing)
    })

    it('leaves no row of an email that was never captured, and keeps its usage', async () => {
      const email = await stores.addEmail({ endUserId: 'reader' })
      const before = await usage()
      stores.clock.advance(48 * hourMs)
      expect(await stores.run()).toEqual({ ...nothing, emails: 1 })
      expect(await emailRow(email.id)).toBeNull()
      expect(await usage()).toEqual(before)
    })

    it('waits ten minutes at most for captures requested before; those that still wait then fail', async () => {
      const email = await stores.addEmail()
      stores.clock.advance(48 * hourMs - 1_000)
      const pending = await stores.addPreview(email)
      stores.clock.advance(10 * 60_000)
      expect(await stores.run()).toEqual(nothing)
      expect(await stores.hasContent(email)).toBe(true)
      stores.clock.advance(1_000)
      expect(await stores.run()).toEqual({ ...nothing, emails: 1 })
      expect(await previewRow(pending.id)).toMatchObject({
        status: 'failed',
        failure: 'content_gone',
        failedAt: stores.clock.now(),
        deadlineAt: null,
      })
    })

    it('waits for a running attempt until its deadline', async () => {
      const email = await stores.addEmail()
      stores.clock.advance(48 * hourMs + 10 * 60_000)
      const deadlineAt = new Date(stores.clock.now().getTime() + 30_000)
      const capturing = await stores.addPreview(email, capturingColumns(deadlineAt))
      expect(await stores.run()).toEqual(nothing)
      stores.clock.set(deadlineAt)
      expect(await stores.run()).toEqual({ ...nothing, emails: 1 })
      expect(await previewRow(capturing.id)).toMatchObject({ status: 'failed', failure: 'content_gone' })
    })

    it('waits for no attempt that begins after the ten minutes, however many captures wait for one', async () => {
      const email = await stores.addEmail()
      for (let index = 0; index < 20; index++) await stores.addPreview(email)
      stores.clock.advance(48 * hourMs)
      /** Ends the running capture and claims the next one, as a worker that is never idle. */
      const claimNext = async (): Promise<void> => {
        const ended = capturedColumns(stores.clock.now())
        await stores.db.preview.updateMany({ where: { status: 'capturing' }, data: ended })
        const [next] = await stores.db.preview.findMany({ where: { status: 'pending' }, take: 1 })
        const deadlineAt = new Date(stores.clock.now().getTime() + 90_000)
        if (next)
          await stores.db.preview.update({
            where: { id: next.id },
            data: capturingColumns(deadlineAt),
          })
      }
      for (let minute = 0; minute < 10; minute++) {
        await claimNext()
        expect(await stores.run()).toEqual(nothing)
        stores.clock.advance(60_000)
      }
      expect(await stores.run()).toEqual(nothing)
      await claimNext()
      expect(await stores.run()).toEqual({ ...nothing, emails: 1 })
      expect(await stores.hasContent(email)).toBe(false)
      const failures = await stores.db.preview.groupBy({ by: ['status', 'failure'], _count: true })
      expect(failures).toEqual(
        expect.arrayContaining([
          { status: 'captured', failure: null, _count: 10 },
          { status: 'failed', failure: 'content_gone', _count: 10 },
        ]),
      )
    })

    it('waits for an attempt an hour at most, whatever deadline a worker wrote', async () => {
      const email = await stores.addEmail()
      const deadlineAt = new Date(stores.clock.now().getTime() + 365 * dayMs)
      const capturing = await stores.addPreview(email, capturingColumns(deadlineAt))
      stores.clock.advance(49 * hourMs - 1)
      expect(await stores.run()).toEqual(nothing)
      stores.clock.advance(1)
      expect(await stores.run()).toEqual({ ...nothing, emails: 1 })
      expect(await previewRow(capturing.id)).toMatchObject({ status: 'failed', failure: 'content_gone' })
    })

    it('waits for a capture that is being requested at that moment', async () => {
      const email = await stores.addEmail()
      stores.clock.advance(48 * hourMs)
      await stores.db.$transaction(async (transaction) => {
        await transaction.$executeRaw`
          INSERT INTO previews (id, email_id, account_id, email_client, orientation, images, engine, image_token, requested_at)
          SELECT gen_random_uuid(), id, account_id, 'X', 'vertical', 'allowed', 'text', 'token', created_at FROM emails`
        expect(await stores.run()).toEqual(nothing)
      })
      expect(await stores.run()).toEqual(nothing)
      expect(await stores.hasContent(email)).toBe(true)
    })

    it('is erased as soon as the last capture is done', async () => {
      const email = await stores.addEmail()
      const preview = await stores.addPreview(email)
      stores.clock.advance(48 * hourMs + 1_000)
      expect(await stores.run()).toEqual(nothing)
      const capturedAt = stores.clock.now()
      await stores.db.preview.update({ where: { id: preview.id }, data: capturedColumns(capturedAt) })
      expect(await stores.run()).toEqual({ ...nothing, emails: 1 })
    })
  })

  describe('of pictures: 180 days after their capture', () => {
    it('are there a second before, and gone with row and bytes a second after', async () => {
      const email = await stores.addEmail()
      stores.clock.advance(40 * hourMs)
      const first = await stores.addCapture(email)
      stores.clock.advance(5_000)
      const second = await stores.addCapture(email)
      const before = await usage()
      const firstEnd = (first.capturedAt?.getTime() ?? NaN) + 180 * dayMs
      stores.clock.set(new Date(firstEnd - 1_000))
      expect(await stores.run()).toEqual({ ...nothing, emails: 1 })
      expect(await stores.hasPicture(first)).toBe(true)

      stores.clock.set(new Date(firstEnd + 1_000))
      expect(await stores.run()).toEqual({ ...nothing, images: 1 })
      expect(await stores.hasPicture(first)).toBe(false)
      expect(await previewRow(first.id)).toBeNull()
      expect(await stores.hasPicture(second)).toBe(true)
      expect(await emailRow(email.id)).not.toBeNull()

      stores.clock.set(new Date(firstEnd + 5_000))
      expect(await stores.run()).toEqual({ ...nothing, images: 1 })
      expect(await emailRow(email.id)).toBeNull()
      expect(await usage()).toEqual(before)
    })

    it('leave an email whose content is not erased yet, whatever the clock did', async () => {
      const email = await stores.addEmail()
      await stores.addCapture(email, { capturedAt: new Date(stores.clock.now().getTime() - 181 * dayMs) })
      expect(await stores.run()).toEqual({ ...nothing, images: 1 })
      expect(await emailRow(email.id)).not.toBeNull()
      expect(await stores.hasContent(email)).toBe(true)
    })

    it('stay as long as another preview of the email shares them', async () => {
      const email = await stores.addEmail()
      const first = await stores.addCapture(email)
      stores.clock.advance(hourMs)
      const { pictureSha256 } = first
      const second = await stores.addCapture(email, { emailClient: 'OTHER', pictureSha256 })
      stores.clock.advance(180 * dayMs - hourMs)
      expect(await stores.run()).toMatchObject({ images: 1 })
      expect([await previewRow(first.id), await stores.hasPicture(second)]).toEqual([null, true])
      stores.clock.advance(hourMs)
      expect(await stores.run()).toMatchObject({ images: 1 })
      expect([await previewRow(second.id), await stores.hasPicture(second)]).toEqual([null, false])
    })

    it('are erased at once for an email of which none stays', async () => {
      const email = await stores.addEmail()
      const codes = Array.from({ length: 5 }, (_, index) => `CLIENT${index}`)
      const previews = await Promise.all(
        codes.map((emailClient) => stores.addCapture(email, { emailClient })),
      )
      const erasing = jest.spyOn(stores.storage, 'deletePrefix')
      stores.clock.advance(180 * dayMs)
      expect(await stores.run()).toMatchObject({ images: 5 })
      expect(erasing.mock.calls.filter(([prefix]) => prefix.startsWith('captures/'))).toHaveLength(1)
      for (const preview of previews) expect(await stores.hasPicture(preview)).toBe(false)
      erasing.mockRestore()
    })

    it('stay while a capture of the email is unfinished, which may be about to share them', async () => {
      const email = await stores.addEmail()
      const old = await stores.addCapture(email, {
        capturedAt: new Date(stores.clock.now().getTime() - 181 * dayMs),
      })
      const { id } = await stores.addPreview(email, {
        emailClient: 'OTHER',
        ...capturingColumns(stores.clock.now()),
      })
      expect(await stores.run()).toMatchObject({ images: 0 })
      expect(await stores.hasPicture(old)).toBe(true)
      await stores.db.preview.delete({ where: { id } })
      expect(await stores.run()).toMatchObject({ images: 1 })
      expect(await stores.hasPicture(old)).toBe(false)
    })

    it('of a release before are at their token, and go, too', async () => {
      const legacy = await stores.addCapture(await stores.addEmail(), { namedByHash: false })
      expect(await stores.hasPicture(legacy)).toBe(true)
      stores.clock.advance(180 * dayMs)
      await stores.run()
      expect(await stores.hasPicture(legacy)).toBe(false)
    })

    it('include what a late worker left of a failed preview, which goes with its row and its email', async () => {
      const email = await stores.addEmail()
      const failed = await stores.addPreview(email, failedColumns(stores.clock.now()))
      // An object that a late worker left.
      const left = { ...failed, namedByHash: true, pictureSha256: new Uint8Array(32) }
      await stores.storage.put(pictureKey(left, 'full'), Buffer.from('png'), 'image/png')
      const before = await usage()
      stores.clock.advance(48 * hourMs)
      await stores.run()
      stores.clock.advance(180 * dayMs - 1_000)
      await stores.run()
      expect(await previewRow(failed.id)).not.toBeNull()
      stores.clock.advance(2_000)
      expect(await stores.run()).toEqual(nothing)
      expect(await emailRow(email.id)).toBeNull()
      expect(await stores.hasPicture(left)).toBe(false)
      expect(await usage()).toEqual(before)
    })
  })

  it('keeps every account’s usage, by day and end user, over any number of removals', async () => {
    for (const endUserId of ['reader', 'reader', null, 'other']) {
      for (let day = 0; day < 2; day++) {
        const email = await stores.addEmail({ endUserId })
        await stores.addCapture(email)
        stores.clock.advance(dayMs)
        await stores.addCapture(email)
        await stores.addPreview(email, failedColumns(stores.clock.now()))
      }
    }
    const before = [await usage(), await usage(false)]
    for (let month = 0; month < 8; month++) {
      stores.clock.advance(30 * dayMs)
      await stores.run()
      expect([await usage(), await usage(false)]).toEqual(before)
    }
    expect(await stores.db.email.count()).toBe(0)
    expect(await stores.db.preview.count()).toBe(0)
  })

  it('removes each thing once when two run at once, in batches, and counts it once', async () => {
    const erasing = 120
    const removing = 130
    const old = await stores.addEmail({ contentErasedAt: stores.clock.now() })
    await stores.storage.deletePrefix(`emails/${old.id}/`)
    await Promise.all(Array.from({ length: removing }, () => stores.addCapture(old)))
    stores.clock.advance(178 * dayMs)
    await Promise.all(Array.from({ length: erasing }, () => stores.addEmail()))
    await stores.db.session.createMany({ data: await sessions(1_500) })
    stores.clock.advance(2 * dayMs)
    const before = await usage()

    const runs = await Promise.all([stores.run(), stores.run(), stores.run()])
    const sum = (what: keyof typeof nothing): number => runs.reduce((total, run) => total + run[what], 0)
    expect([sum('emails'), sum('images'), sum('sessions')]).toEqual([erasing, removing, 1_500])
    expect(await usage()).toEqual(before)
    expect(await stores.db.email.count()).toBe(0)
    expect(await stores.db.preview.count()).toBe(0)
    expect(await stores.db.session.count()).toBe(0)
  })

  it('works in batches, each done before the next is begun', async () => {
    await Promise.all(Array.from({ length: 120 }, () => stores.addEmail()))
    stores.clock.advance(48 * hourMs)
    const left = new Set<number>()
    const watching: Storage = {
      ...stores.storage,
      deletePrefix: async (prefix) => {
        left.add(await stores.db.email.count({ where: { contentErasedAt: null } }))
        return stores.storage.deletePrefix(prefix)
      },
    }
    expect(await stores.run(watching)).toEqual({ ...nothing, emails: 120 })
    expect([...left]).toEqual([120, 70, 20])
  })

  it('loses nothing when storage fails during a run: the next run does the rest', async () => {
    const emails = await Promise.all(Array.from({ length: 5 }, () => stores.addEmail()))
    const previews = await Promise.all(emails.map((email) => stores.addCapture(email)))
    const before = await usage()
    const failingAfter = (count: number): Storage => ({
      ...stores.storage,
      deletePrefix: (prefix) =>
        count-- > 0
          ? stores.storage.deletePrefix(prefix)
          : Promise.reject(new StorageUnavailableError('away')),
    })
    stores.clock.advance(48 * hourMs)
    await expect(stores.run(failingAfter(2))).rejects.toMatchObject({
      steps: ['contents'],
      counts: { ...nothing, emails: 2 },
    })
    expect(await stores.db.email.count({ where: { contentErasedAt: null } })).toBe(3)
    expect(await stores.run()).toEqual({ ...nothing, emails: 3 })
    for (const email of emails) expect(await stores.hasContent(email)).toBe(false)

    stores.clock.advance(180 * dayMs)
    await expect(stores.run(failingAfter(3))).rejects.toMatchObject({
      steps: ['pictures'],
      counts: { ...nothing, images: 3 },
    })
    expect(await stores.db.preview.count()).toBe(2)
    expect(await usage()).toEqual(before)
    expect(await stores.run()).toEqual({ ...nothing, images: 2 })
    for (const preview of previews) expect(await stores.hasPicture(preview)).toBe(false)
    expect(await usage()).toEqual(before)
  })

  it('erases contents and pictures even when the steps for codes and tokens fail, and names the steps that failed', async () => {
    const email = await stores.addEmail()
    const old = await stores.addCapture(await stores.addEmail({ contentErasedAt: stores.clock.now() }), {
      capturedAt: new Date(stores.clock.now().getTime() - 180 * dayMs),
    })
    await stores.db.session.createMany({ data: await sessions(1) })
    stores.clock.advance(48 * hourMs)
    await stores.db.$executeRaw`ALTER TABLE authorization_codes RENAME TO codes_away`
    await expect(stores.run()).rejects.toMatchObject({
      steps: ['unused codes', 'used codes'],
      counts: { emails: 1, images: 1, tokens: 0, sessions: 1 },
    })
    expect(await stores.hasContent(email)).toBe(false)
    expect(await stores.hasPicture(old)).toBe(false)
  })

  it('erases the rest when storage refuses some, more than a batch of them, and tries those again at the next run', async () => {
    const refused: Email[] = []
    for (let index = 0; index < 60; index++) refused.push(await stores.addEmail())
    stores.clock.advance(1_000)
    const others: Email[] = []
    for (let index = 0; index < 10; index++) others.push(await stores.addEmail())
    const pictures = []
    for (const email of refused.slice(0, 2)) pictures.push(await stores.addCapture(email))
    const [refusedPicture, otherPicture] = pictures as [Preview, Preview]
    const prefixes = new Set([
      ...refused.map(({ id }) => emailPrefix(id)),
      emailPicturesPrefix(refusedPicture.emailId),
    ])
    const refusing: Storage = {
      ...stores.storage,
      deletePrefix: (prefix) =>
        prefixes.has(prefix)
          ? Promise.reject(new StorageUnavailableError('refused'))
          : stores.storage.deletePrefix(prefix),
    }
    stores.clock.advance(180 * dayMs)
    await expect(stores.run(refusing)).rejects.toMatchObject({
      steps: ['contents', 'pictures'],
      counts: { ...nothing, emails: 10, images: 1 },
      failures: [{ error: { refused: 60 } }, { error: { refused: 1 } }],
    })
    expect(await stores.db.email.count()).toBe(60)
    expect(await stores.hasPicture(refusedPicture)).toBe(true)
    expect(await stores.hasPicture(otherPicture)).toBe(false)
    expect(await stores.run()).toEqual({ ...nothing, emails: 60, images: 1 })
    expect(await stores.db.email.count()).toBe(0)
  })

  it('tries one batch, not all, on a store that cannot be reached', async () => {
    await Promise.all(Array.from({ length: 120 }, () => stores.addEmail()))
    stores.clock.advance(48 * hourMs)
    let asked = 0
    const away = (): Promise<never> => Promise.reject(new StorageUnavailableError('away'))
    const deletePrefix = (): Promise<never> => (asked++, away())
    await expect(stores.run({ ...stores.storage, deletePrefix, check: away })).rejects.toMatchObject({
      steps: ['contents'],
    })
    expect(asked).toBe(50)
  })

  itInLongRun('does not wait for a store that says nothing any more: the other steps are done', async () => {
    await stores.addEmail()
    await stores.db.session.createMany({ data: await sessions(1) })
    stores.clock.advance(48 * hourMs)
    const silent = (): Promise<never> => new Promise(() => undefined)
    await expect(
      stores.run({ ...stores.storage, deletePrefix: silent, check: silent }),
    ).rejects.toMatchObject({ steps: ['contents'], counts: { sessions: 1 } })
    expect(await stores.db.email.count()).toBe(1)
  })

  it('leaves a backlog of one kind to the next run when its time is over, so that no other waits for it', async () => {
    await Promise.all(Array.from({ length: 60 }, () => stores.addEmail()))
    await stores.db.session.createMany({ data: await sessions(1_001) })
    stores.clock.advance(48 * hourMs)
    const { signal } = new AbortController()
    const runBriefly = () =>
      runRetention({ ...stores, captureQueues: new Map(), signal }, { stepTimeoutMs: 0 })
    expect(await runBriefly()).toEqual({ ...nothing, emails: 50, sessions: 1_000 })
    expect(await runBriefly()).toEqual({ ...nothing, emails: 10, sessions: 1 })
  })

  it('removes rows that need no storage also while storage is away', async () => {
    await stores.addEmail()
    await stores.db.session.createMany({ data: await sessions(1) })
    stores.clock.advance(48 * hourMs)
    const hidden = `${stores.storagePath}-hidden`
    renameSync(stores.storagePath, hidden)
    writeFileSync(stores.storagePath, 'no folder')
    await expect(stores.run()).rejects.toMatchObject({ steps: ['contents'] })
    rmSync(stores.storagePath)
    renameSync(hidden, stores.storagePath)
    expect(await stores.db.session.count()).toBe(0)
  })

  describe('of tokens, codes and sessions: when they expire', () => {
    const at = (ms: number): Date => new Date(stores.clock.now().getTime() + ms)
    let made = 0
    const hash = (): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(String(made++)))

    it('removes expired ones and no others', async () => {
      const userId = await someUser()
      const application = await stores.db.oauthApplication.create({
        data: {
          accountId: stores.accountId,
          name: 'P',
          clientId: 'p',
          clientSecretHash: hash(),
          createdAt: at(0),
        },
      })
      const oauthApplicationId = application.id
      for (const ms of [0, 1]) {
        const expiresAt = at(ms)
        const family = await stores.db.tokenFamily.create({
          data: { oauthApplicationId, userId, scope: 'full', createdAt: at(0), expiresAt },
        })
        const token = { tokenFamilyId: family.id, createdAt: at(0), expiresAt }
        await stores.db.accessToken.create({ data: { tokenHash: hash(), ...token } })
        await stores.db.refreshToken.create({ data: { tokenHash: hash(), ...token } })
        const code = { oauthApplicationId, userId, scope: 'full', expiresAt }
        await stores.db.authorizationCode.create({ data: { codeHash: hash(), ...code } })
        await stores.db.session.create({ data: { idHash: hash(), userId, signedInAt: at(0), expiresAt } })
        await stores.db.boardSession.create({
          data: {
            ...{ idHash: hash(), userId, userName: 'A Person', tokens: hash() },
            ...{ accessExpiresAt: at(0), signedInAt: at(0), expiresAt },
          },
        })
        const session = await stores.db.session.create({
          data: { idHash: hash(), userId, signedInAt: at(0), expiresAt: at(dayMs) },
        })
        await stores.db.authorizationRequest.create({
          data: { idHash: hash(), sessionIdHash: session.idHash, ...code },
        })
        const link = { tokenHash: hash(), purpose: 'reset', language: 'en', createdAt: at(0), expiresAt }
        const ownerId = await someUser(`person-${ms}@example.com`)
        await stores.db.oneTimeLink.create({ data: { userId: ownerId, ...link } })
        await stores.db.invitation.create({
          data: {
            ...{ accountId: stores.accountId, email: `invited-${ms}@example.com`, role: 'member' },
            ...{ invitedByUserId: userId, language: 'en', createdAt: at(0), expiresAt },
          },
        })
        await stores.db.wrongCodesMail.create({
          data: { userId: ownerId, wrongCodes: 10, createdAt: at(0), expiresAt, mailDueAt: at(0) },
        })
        await stores.db.grantCount.create({
          data: { userId: ownerId, oauthApplicationId, count: 1, expiresAt },
        })
        await stores.db.webhookDelivery.create({
          data: {
            ...{ id: randomUUID(), webhookId: randomUUID(), type: 'webhook.test', facts: {} },
            ...{ nextAttemptAt: at(0), createdAt: at(0), expiresAt },
          },
        })
      }
      expect(await stores.run()).toEqual({ ...nothing, tokens: 3, sessions: 2 })
      const { db } = stores
      const left = [
        db.accessToken,
        db.refreshToken,
        db.authorizationCode,
        db.tokenFamily,
        db.authorizationRequest,
        db.oneTimeLink,
        db.invitation,
        db.wrongCodesMail,
        db.grantCount,
        db.boardSession,
        db.webhookDelivery,
      ]
      const counts = await Promise.all(left.map((table) => (table.count as () => Promise<number>)()))
      expect(counts).toEqual(left.map(() => 1))
      expect(await db.session.count()).toBe(3)
    })

    it('keeps a used code as long as its token family can live, and a rotated refresh token until it expires', async () => {
      const userId = await someUser()
      const { id: oauthApplicationId } = await stores.db.oauthApplication.create({
        data: {
          accountId: stores.accountId,
          name: 'Q',
          clientId: 'q',
          clientSecretHash: hash(),
          createdAt: at(0),
        },
      })
      await stores.db.authorizationCode.create({
        data: {
          codeHash: hash(),
          oauthApplicationId,
          userId,
          scope: 'full',
          expiresAt: at(60_000),
          usedAt: at(0),
        },
      })
      await stores.db.refreshToken.create({
        data: {
          tokenHash: hash(),
          tokenFamilyId: 1,
          createdAt: at(0),
          rotatedAt: at(0),
          expiresAt: at(60 * dayMs),
        },
      })
      stores.clock.advance(60 * dayMs - 1_000)
      expect(await stores.run()).toEqual(nothing)
      stores.clock.advance(1_000)
      expect(await stores.run()).toEqual({ ...nothing, tokens: 1 })
      expect(await stores.db.authorizationCode.count()).toBe(1)
      stores.clock.advance(305 * dayMs + 60_000)
      expect(await stores.run()).toEqual({ ...nothing, tokens: 1 })
    })
  })

  describe('of objects that no row names', () => {
    const put = (key: string): Promise<void> => stores.storage.put(key, Buffer.from('x'), 'image/png')
    const age = (key: string, ms: number): Promise<void> => {
      const writtenAt = new Date(stores.clock.now().getTime() - ms)
      return utimes(objectFile(stores.storagePath, key), writtenAt, writtenAt)
    }

    it('sweeps them when they are a day old, and nothing that a row needs', async () => {
      const kept = await stores.addEmail()
      const keptCapture = await stores.addCapture(kept)
      const lost = ['emails/11111111-1111-4111-8111-111111111111', 'captures/lost', 'captures/recent']
      const [lostEmail = '', lostCapture = '', recent = ''] = lost
      const keys = [
        `${lostEmail}/email.json`,
        `${lostEmail}/assets/a`,
        `${lostCapture}/full.png`,
        `${recent}/full.png`,
        `${recent}/thumb.png`,
      ]
      for (const key of keys) await put(key)
      const known = [frozenEmailKey(kept.id), pictureKey(keptCapture, 'full')]
      for (const key of [...keys, ...known]) await age(key, dayMs)
      await age(`${recent}/thumb.png`, dayMs - 1_000)

      expect(await stores.sweep()).toBe(2)
      const left: string[] = []
      for (const folder of ['emails/', 'captures/'])
        for await (const { key } of stores.storage.list(folder)) left.push(key)
      expect(left.sort()).toEqual(
        [...known, pictureKey(keptCapture, 'thumb450'), `${recent}/full.png`, `${recent}/thumb.png`].sort(),
      )
      expect(await stores.sweep()).toBe(0)
    })

    it('leaves what no row names of an email that takes captures, one of which may be about to name it', async () => {
      const open = await stores.addEmail()
      const left = { ...(await stores.addCapture(open)), pictureSha256: new Uint8Array(32) }
      await put(pictureKey(left, 'full'))
      await age(pictureKey(left, 'full'), dayMs)
      await stores.sweep()
      expect(await stores.hasPicture(left)).toBe(true)
      await stores.db.email.update({ where: { id: open.id }, data: { contentErasedAt: stores.clock.now() } })
      await stores.sweep()
      expect(await stores.hasPicture(left)).toBe(false)
    })

    it('rejects when it is told to stop, also while it finds nothing to sweep', async () => {
      await put('captures/recent/full.png')
      const stopping = new AbortController()
      stopping.abort()
      await expect(stores.sweep(stopping.signal)).rejects.toBe(stopping.signal.reason)
      await stores.storage.deletePrefix('captures/recent/')
      writeFileSync(path.join(stores.storagePath, `half~${randomUUID()}`), 'x')
      await expect(stores.sweep(stopping.signal)).rejects.toBe(stopping.signal.reason)
    })

    it('sweeps content that came after its email was erased, more than it looks up at a time, and odd names', async () => {
      const erased = await stores.addEmail({ contentErasedAt: stores.clock.now() })
      await age(frozenEmailKey(erased.id), dayMs)
      const keys = Array.from({ length: 120 }, (_, index) => `captures/t${index}/full.png`)
      for (const key of [...keys, 'emails/no-guid/email.json']) {
        await put(key)
        await age(key, 2 * dayMs)
      }
      expect(await stores.sweep()).toBe(122)
      expect(await stores.hasContent(erased)).toBe(false)
      expect(await emailRow(erased.id)).not.toBeNull()
    })
  })

  async function someUser(email = 'ada@example.com'): Promise<number> {
    const user = await createUser(stores, {
      accountId: stores.accountId,
      email,
      firstName: 'Ada',
      lastName: 'L',
    })
    return user.id
  }

  async function sessions(count: number) {
    const userId = await someUser()
    const now = stores.clock.now()
    return Array.from({ length: count }, (_, index) => ({
      idHash: new Uint8Array(Buffer.from(`session ${index}`)),
      userId,
      signedInAt: now,
      expiresAt: new Date(now.getTime() + 1),
    }))
  }
})
