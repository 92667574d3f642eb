import { randomUUID } from 'node:crypto'
import { pictureKey, picturePrefix } from '@pas/captures/storage-keys'
import type { Preview } from '@pas/db/database'
import { capturedColumns } from '@pas/testing/preview-columns'
import sharp from 'sharp'
import { addCapture, drawPicture, startImages, storedColumns, type TestImages } from './start-images'

describe('what differs between two pictures', () => {
  let images: TestImages
  beforeAll(async () => {
    images = await startImages()
  })
  afterAll(() => images.close())

  let address = 0
  /** Each call comes from an address of its own unless `ip` is given. */
  const get = (head: Preview, base: Preview, form = 'json', ip = `192.0.2.${++address}`) =>
    images.fetch(`/captures/${head.imageToken}/from/${base.id}.${form}`, {
      headers: { 'X-Forwarded-For': ip },
    })

  /** Another version of the email: its picture of the same configuration. */
  async function addVersion(of: Preview, full: Buffer): Promise<Preview> {
    const now = images.clock.now()
    const { emailClient, orientation, images: shown, engine, accountId } = of
    const email = await images.db.email.create({
      data: { id: randomUUID(), accountId, createdAt: now, expiresAt: now },
    })
    const preview = await images.db.preview.create({
      data: {
        ...{
          id: randomUUID(),
          emailId: email.id,
          accountId,
          emailClient,
          orientation,
          images: shown,
          engine,
        },
        imageToken: randomUUID(),
        requestedAt: now,
        ...capturedColumns(now),
        ...storedColumns(full),
      },
    })
    await images.storage.put(pictureKey(preview, 'full'), full, 'image/png')
    return preview
  }

  it('is told with the places, and drawn; both may be kept for ever', async () => {
    const base = await addCapture(images, await drawPicture(600, 1_000, 500))
    const head = await addVersion(base, await drawPicture(600, 1_040, 540))
    const told = await get(head, base)
    expect([told.status, told.headers.get('cache-control')]).toEqual([
      200,
      expect.stringMatching(/^public, max-age=\d{8}, immutable$/),
    ])
    const inserted = { left: 0, width: 600, height: 40 }
    expect(await told.json()).toMatchObject({
      height_delta: 40,
      regions: [{ kind: 'inserted', base: { height: 0 }, head: inserted }],
    })
    const drawn = await get(head, base, 'png')
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()).toMatchObject({
      width: 600,
      height: 1_040,
    })
  })

  it('is nothing for equal pictures', async () => {
    const full = await drawPicture(600, 1_000, 500)
    const base = await addCapture(images, full)
    expect(await (await get(await addVersion(base, full), base)).json()).toEqual({
      height_delta: 0,
      changed_pixels: 0,
      regions: [],
    })
  })

  it('is not told of pictures of two accounts, of two configurations of two emails, or of lost ones', async () => {
    const base = await addCapture(images)
    const others = await addCapture(images)
    const otherClient = await addVersion(base, await drawPicture(600, 1_000, 400))
    await images.db.preview.update({ where: { id: otherClient.id }, data: { emailClient: 'OL2016' } })
    const lost = await addVersion(base, await drawPicture(600, 1_000, 400))
    await images.storage.deletePrefix(picturePrefix(lost))
    for (const head of [others, otherClient, lost, { ...base, imageToken: 'unknown' }])
      expect((await get(head, base)).status).toBe(404)
  })

  it('is told of two email clients that show one email', async () => {
    const base = await addCapture(images)
    const picture = await drawPicture(500, 1_000, 400)
    const { id } = await addVersion(base, picture)
    const head = await images.db.preview.update({
      where: { id },
      data: { emailClient: 'OL2016', emailId: base.emailId },
    })
    await images.storage.put(pictureKey(head, 'full'), picture, 'image/png')
    expect(await (await get(head, base)).json()).toMatchObject({ regions: [{ kind: 'changed' }] })
  })

  it('is refused for pictures of more than 24 megapixels', async () => {
    const base = await addCapture(images)
    const head = await addVersion(base, await drawPicture(2_000, 12_001, 1))
    const refused = await get(head, base)
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([413, 'no-store'])
  })

  it('is made for one address one at a time, and 60 times a minute', async () => {
    const base = await addCapture(images)
    const head = await addVersion(base, await drawPicture(600, 1_000, 400))
    const atOnce = await Promise.all([1, 2, 3].map(() => get(head, base, 'png', '198.51.100.1')))
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    let refused: Response | undefined
    for (let n = 1; n <= 60 && !refused; n++) {
      const answer = await get(head, base, 'json', '198.51.100.1')
      if (answer.status !== 200) refused = answer
    }
    expect([refused?.status, Number(refused?.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect((await get(head, base, 'json', '198.51.100.2')).status).toBe(200)
    const picture = await images.fetch(`/captures/${head.imageToken}/full.png`, {
      headers: { 'X-Forwarded-For': '198.51.100.1' },
    })
    expect(picture.status).toBe(200)
  })

  it('is refused to who knows only the addresses of the pictures, and is then still there for the owner', async () => {
    const base = await addCapture(images)
    const head = await addVersion(base, await drawPicture(600, 1_000, 400))
    const asked = await Promise.all(
      Array.from({ length: 100 }, () => get(head, { ...base, id: base.imageToken })),
    )
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([404]))
    expect((await get(head, base)).status).toBe(200)
  })

  it('costs a HEAD nothing', async () => {
    const base = await addCapture(images)
    const head = await addVersion(base, await drawPicture(600, 1_000, 400))
    const answer = await images.fetch(`/captures/${head.imageToken}/from/${base.id}.png`, { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  })
})
