import type { IncomingMessage, ServerResponse } from 'node:http'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { differencePath, pictureKey, picturePath } from '@pas/captures/storage-keys'
import { pictureSizes } from '@pas/captures/picture-sizes'
import { capturedColumns } from '@pas/testing/preview-columns'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { until } from '@pas/testing/until'
import { addPreview } from '../../api/tests/add-preview'
import {
  drawPicture,
  addCapture,
  pathOf,
  startImages,
  type TestImages,
} from '../../images/tests/start-images'
import { startBoard, type SignedInVisitor, type TestBoard } from './start-board'

const token = 'Akdcr4N6QdeGdpVHIHJMceJr459UITjY'
const baseId = '0adb75f1-a567-4a87-a39b-b138f52c79a4'
const picture = `/${picturePath(token, 'full')}`
/** Pictures that are relayed at once. */
const places = 8

describe('a picture on the board', () => {
  let images: TestImages
  let board: TestBoard
  let visitor: SignedInVisitor

  beforeAll(async () => {
    images = await startImages()
    board = await startBoard({ imagesUrl: images.url })
    visitor = await board.signIn()
  })
  afterAll(async () => {
    await visitor.close()
    await board.close()
    await images.close()
  })

  it('is the image service’s, in each size, with its headers, for a user and for the reader of a share link', async () => {
    const preview = await addCapture(images)
    const stranger = board.createVisitor()
    for (const size of pictureSizes) {
      const direct = await images.fetch(pathOf(preview, size))
      const bytes = Buffer.from(await direct.arrayBuffer())
      for (const reader of [visitor.board, stranger]) {
        const relayed = await reader.get(pathOf(preview, size))
        expect([size, relayed.status]).toEqual([size, 200])
        for (const name of [
          'content-type',
          'content-length',
          'etag',
          'cache-control',
          'x-content-type-options',
        ])
          expect([name, relayed.headers.get(name)]).toEqual([name, direct.headers.get(name)])
        expect(relayed.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
        expect(relayed.headers.get('cross-origin-resource-policy')).toBe('same-origin')
        expect(relayed.headers.getSetCookie()).toEqual([])
        expect(Buffer.from(await relayed.arrayBuffer()).equals(bytes)).toBe(true)
      }
    }
    await stranger.close()
  })

  it('is not sent again to a browser that has it, and has no body for HEAD', async () => {
    const path = pathOf(await addCapture(images))
    const first = await visitor.board.get(path)
    await first.arrayBuffer()
    const etag = first.headers.get('etag') ?? ''
    const again = await visitor.board.get(path, { headers: { 'If-None-Match': etag } })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
    const head = await visitor.board.get(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      first.headers.get('content-length'),
      '',
    ])
  })

  it('says where two versions differ, in JSON and as a picture', async () => {
    const { accountId, emailId, ...base } = await addCapture(images)
    const full = await drawPicture(600, 1_000, 400)
    const { id } = await addCapture(images, full)
    // Of the same email, in another email client.
    const data = { accountId, emailId, emailClient: 'LYNX' }
    const head = await images.db.preview.update({ where: { id }, data })
    await images.storage.put(pictureKey(head, 'full'), full, 'image/png')
    for (const [form, type] of [
      ['json', 'application/json'],
      ['png', 'image/png'],
    ] as const) {
      const path = `/${differencePath(head.imageToken, base.id, form)}`
      const direct = await images.fetch(path)
      const relayed = await visitor.board.get(path)
      expect([form, relayed.status, relayed.headers.get('content-type')]).toEqual([form, direct.status, type])
      expect(await relayed.text()).toBe(await direct.text())
    }
  })

  it('that is not there is a page that says so', async () => {
    const answer = await visitor.board.get(picture)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  })

  it('that is being drawn is waited for, by a user who may see the email alone', async () => {
    const { api, auth } = board
    const apiKey = await createApiKey(auth, { accountId: auth.accountId })
    const Authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`
    await api.pretendServed('text')
    const own = { ...api, accountId: auth.accountId, headers: { ...api.headers, Authorization } }
    const { guid, token: imageToken } = await addPreview(own, {})
    const path = `/emails/${guid}/previews/PLAINTEXT/full?orientation=vertical&images=allowed`
    const { id: otherAccount } = await createAccount(auth, { name: 'Other' })
    const other = await board.signIn(await auth.createUser(otherAccount))
    expect((await other.board.get(path)).status).toBe(404)
    await other.close()
    const asked = await visitor.board.get(path)
    // After five seconds the browser's connection is free for a moment.
    expect([asked.status, asked.headers.get('location')]).toEqual([302, `${path}&asked=1`])
    const waiting = visitor.board.get(`${path}&asked=1`)
    await api.db.preview.updateMany({
      where: { emailId: guid },
      data: capturedColumns(api.clock.now()),
    })
    const drawn = await waiting
    expect([drawn.status, drawn.headers.get('location')]).toEqual([
      302,
      `/${picturePath(imageToken, 'full')}`,
    ])
    expect((await visitor.board.get(`${path}&asked=9`)).status).toBe(400)
  }, 30_000)
})

describe('the board’s relay of pictures', () => {
  let web: SmallWeb
  let board: TestBoard
  let visitor: SignedInVisitor
  let answer: (req: IncomingMessage, res: ServerResponse) => void

  beforeAll(async () => {
    web = await startSmallWeb((req, res) => answer(req, res))
    board = await startBoard({ imagesUrl: web.url, relayPlaces: places })
    visitor = await board.signIn()
  })
  afterAll(async () => {
    await visitor.close()
    await board.close()
    await web.close()
  })
  beforeEach(() => {
    web.requests.length = 0
    answer = (_req, res) => res.writeHead(200, { 'Content-Type': 'image/png' }).end('picture')
  })

  it.each([
    ...pictureSizes.map((size) => `/${picturePath(token, size)}`),
    `/${differencePath(token, baseId, 'png')}`,
  ])('asks for what the board’s pages show, without the query: %s', async (path) => {
    expect((await visitor.board.get(`${path}?query=1`)).status).toBe(200)
    expect(web.requests).toEqual([`GET ${path}`])
  })

  it.each([
    '/healthz/full.png',
    '/captures/full.png',
    `/captures/${token}/other.png`,
    `/captures/${token}/FULL.png`,
    `/CAPTURES/${token}/full.png`,
    `/captures/${token}/full.png/`,
    `/captures/${token}/full.svg`,
    `/captures/${token}%2F..%2F..%2Fhealthz/full.png`,
    `/captures/..%2F${token}/full.png`,
    `/captures/${token}%3Fx=/full.png`,
    `/captures/${token}/from/${baseId}.html`,
    `/captures/${token}/from/not-a-uuid.json`,
    `/captures/@evil.example/full.png`,
    '/preview-unavailable/full.png',
  ])('asks the image service for nothing else: %s', async (path) => {
    expect((await visitor.board.get(path)).status).toBe(404)
    expect(web.requests).toEqual([])
  })

  it('sends neither cookies nor other headers of the browser on, but whose address it is', async () => {
    let headers: IncomingMessage['headers'] = {}
    answer = (req, res) => {
      ;({ headers } = req)
      res.writeHead(200, { 'Content-Type': 'image/png' }).end('picture')
    }
    await visitor.board.get(picture, {
      headers: { Authorization: 'Bearer x', 'X-Forwarded-For': '192.0.2.1' },
    })
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('authorization')
    expect(headers['x-forwarded-for']).toMatch(/127\.0\.0\.1|::1/)
  })

  it.each([
    ['a redirect', 302, { Location: 'http://127.0.0.1:1/' }],
    ['a page', 200, { 'Content-Type': 'text/html' }],
    ['a part', 206, { 'Content-Type': 'image/png' }],
    ['a picture of another kind', 200, { 'Content-Type': 'image/svg+xml' }],
    ['more bytes than any picture has', 200, { 'Content-Type': 'image/png', 'Content-Length': '1000000000' }],
    ['an error', 500, {}],
  ])('passes on nothing but pictures: not %s', async (_what, status, headers) => {
    answer = (_req, res) => res.writeHead(status, headers).end('<script>alert(1)</script>')
    const relayed = await visitor.board.get(picture)
    expect([500, 503]).toContain(relayed.status)
    expect(relayed.headers.get('location')).toBeNull()
    expect(await relayed.text()).not.toContain('alert')
    expect(web.requests).toHaveLength(1)
  })

  it('says when to ask again where the image service says it', async () => {
    answer = (_req, res) => res.writeHead(429, { 'Retry-After': '7' }).end('{}')
    const relayed = await visitor.board.get(picture)
    expect([relayed.status, relayed.headers.get('retry-after')]).toEqual([429, '7'])
  })

  it('passes bytes on as they come, and hangs up with the browser', async () => {
    answer = (_req, res) => res.writeHead(200, { 'Content-Type': 'image/png' }).write('the first bytes')
    const hangUp = new AbortController()
    const relayed = await visitor.board.get(picture, { signal: hangUp.signal })
    const first = await relayed.body?.getReader().read()
    expect(Buffer.from(first?.value as Uint8Array).toString()).toBe('the first bytes')
    expect(await web.openConnections()).toBe(1)
    hangUp.abort()
    await until('the image service is left', async () => (await web.openConnections()) === 0)
  })

  it('breaks off a picture that breaks off', async () => {
    answer = (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': 100 })
      res.write('half', () => res.destroy())
    }
    await expect(visitor.board.get(picture).then((relayed) => relayed.text())).rejects.toThrow('terminated')
  })

  it('leaves places for others when one caller asks for pictures that do not end', async () => {
    const hanging: ServerResponse[] = []
    answer = (_req, res) => void hanging.push(res)
    const stranger = board.createVisitor()
    const asked = Array.from({ length: places / 2 }, () => stranger.get(picture))
    await until('as many are asked for as one address may have', () => hanging.length === places / 2)
    answer = (_req, res) => res.writeHead(200, { 'Content-Type': 'image/png' }).end('picture')
    const refused = await stranger.get(picture)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect((await visitor.board.get(picture)).status).toBe(200)
    for (const res of hanging) res.writeHead(200, { 'Content-Type': 'image/png' }).end('picture')
    for (const one of asked) await (await one).text()
    await until('the places are given back', async () => (await stranger.get(picture)).status === 200)
    await stranger.close()
  })
})
