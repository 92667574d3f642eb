import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fallbackPicturePath } from '@pas/captures/fallback-picture'
import { pictureKey } from '@pas/captures/storage-keys'
import { openStorage } from '@pas/storage/open-storage'
import { openS3Storage } from '@pas/storage/s3-storage'
import type { OpenedObject, Storage } from '@pas/storage/storage'
import { itInLongRun } from '@pas/testing/long-run'
import { startS3StandIn, type S3StandIn } from '@pas/testing/s3-stand-in'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import type { CallerTimeouts } from '../src/captures/send-picture'
import { addCapture, pathOf, startImages, type TestImages } from './start-images'

/** Idle timeout of the connection to the store. */
const storeTimeoutMs = 500
const pauseMs = 2 * storeTimeoutMs
const shortMs = 200
/** More bytes than the sockets between store and caller can buffer. */
const large = randomBytes(16 * 1024 * 1024)

/** Requests a picture and reads nothing of its body; the test may read it later. */
async function ask(
  images: TestImages,
  path: string,
  headers: Record<string, string> = {},
): Promise<http.IncomingMessage> {
  const request = http.get(images.url + path, {
    headers: { 'X-Forwarded-Proto': 'https', ...headers },
    agent: false,
  })
  request.on('error', () => undefined)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return response
}

/** The same store, which adds each object that is opened to `opened`. */
const watching = (storage: Storage, opened: OpenedObject[]): Storage => ({
  ...storage,
  open: async (key) => {
    const object = await storage.open(key)
    if (object) opened.push(object)
    return object
  },
})

/** Reads the whole body, with `pauses` pauses that are longer than the store's timeout. */
async function readWithPauses(response: http.IncomingMessage, pauses: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  let pauseAt = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length < pauseAt) continue
    await delay(pauseMs)
    pauseAt += large.length / pauses
  }
  return Buffer.concat(chunks)
}

describe('a large picture in a bucket', () => {
  let s3: S3StandIn
  let storage: Storage
  let images: TestImages
  beforeAll(async () => {
    s3 = await startS3StandIn()
    // A store without the short timeout, because the test's own writes may take longer.
    storage = openS3Storage(s3.config)
    images = await startImages({
      storage: openS3Storage({ ...s3.config, requestTimeoutMs: storeTimeoutMs }),
    })
  })
  afterAll(async () => {
    await images.close()
    storage.close()
    await s3.close()
  })
  afterEach(() => s3.breakOff(0))

  it.each(['full', 'thumb450'] as const)(
    'arrives whole at a caller who pauses for longer than the store’s timeout (%s)',
    async (size) => {
      const preview = await addCapture({ ...images, storage }, large)
      await storage.put(pictureKey(preview, size), large, 'image/png')
      const response = await ask(images, pathOf(preview, size))
      expect((await readWithPauses(response, 2)).equals(large)).toBe(true)
    },
  )

  it('is continued where the store broke off', async () => {
    const preview = await addCapture({ ...images, storage }, large)
    const response = await ask(images, pathOf(preview))
    s3.breakOff(1)
    expect((await buffer(response)).equals(large)).toBe(true)
    expect(response.headers['content-length']).toBe(String(large.length))
  })

  it('is never mixed with the picture that replaces it meanwhile: the answer is cut off', async () => {
    const preview = await addCapture({ ...images, storage }, large)
    const response = await ask(images, pathOf(preview))
    await storage.put(pictureKey(preview, 'full'), randomBytes(large.length), 'image/png')
    await expect(buffer(response)).rejects.toThrow('aborted')
  })

  it('is a 503 without headers of a picture when the store fails before the first byte', async () => {
    const preview = await addCapture({ ...images, storage }, large)
    s3.breakOff(1_000)
    const response = await images.fetch(pathOf(preview))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '5',
    })
    expect([response.status, response.headers.get('etag')]).toEqual([503, null])
    expect(await response.json()).toMatchObject({ status: 503 })
  })

  itInLongRun(
    'does not block other pictures while more callers read nothing than the store has connections',
    async () => {
      const patient = await startImages({ storage })
      try {
        const preview = await addCapture(patient, large)
        const other = await addCapture(patient)
        const idle = await Promise.all(Array.from({ length: 51 }, () => ask(patient, pathOf(preview))))
        const response = await patient.fetch(pathOf(other))
        expect(response.status).toBe(200)
        await response.arrayBuffer()
        for (const each of idle) each.destroy()
      } finally {
        await patient.close()
      }
    },
  )

  it('keeps no object open after HEAD or 304, and is sent whole for a Range', async () => {
    const opened: OpenedObject[] = []
    // With the usual timeouts: shorter ones would close objects that were left open, and hide the fault.
    const watched = watching(storage, opened)
    const patient = await startImages({ storage: watched })
    try {
      const preview = await addCapture(patient, large)
      const etag = (await patient.fetch(pathOf(preview), { method: 'HEAD' })).headers.get('etag') ?? ''
      // With 304s, more requests than the SDK has connections.
      for (let asked = 0; asked < 26; asked++) {
        const head = await patient.fetch(pathOf(preview), { method: 'HEAD' })
        expect([head.status, head.headers.get('content-length')]).toEqual([200, String(large.length)])
        const known = await patient.fetch(pathOf(preview), { headers: { 'If-None-Match': etag } })
        expect([known.status, known.headers.get('etag')]).toEqual([304, etag])
      }
      expect(opened.map(({ stream }) => stream.destroyed)).toEqual(Array(53).fill(true))
      // RFC 9110 §14.2: a server may ignore Range.
      const range = await patient.fetch(pathOf(preview), { headers: { Range: 'bytes=1-2' } })
      expect(range.status).toBe(200)
      expect(Buffer.from(await range.arrayBuffer()).equals(large)).toBe(true)
    } finally {
      await patient.close()
    }
  })
})

describe.each(['a folder', 'a bucket'])('a caller of a picture in %s', (place) => {
  let s3: S3StandIn
  let folder: TestFolder
  let storage: Storage
  beforeAll(async () => {
    s3 = await startS3StandIn()
    folder = await createTestFolder()
    storage =
      place === 'a bucket' ? openS3Storage(s3.config) : openStorage({ kind: 'file', path: folder.path })
  })
  afterAll(async () => {
    await s3.close()
    await folder.close()
  })

  async function expectEnded(timeouts: Partial<CallerTimeouts>): Promise<void> {
    const opened: OpenedObject[] = []
    const watched = watching(storage, opened)
    const images = await startImages({ storage: watched, ...timeouts })
    try {
      const response = await ask(images, pathOf(await addCapture(images, large)))
      // A busy machine may take long to fill the sockets' buffers, so this waits without a limit.
      while (!opened.some(({ stream }) => stream.destroyed)) await delay(shortMs)
      await expect(buffer(response)).rejects.toThrow('aborted')
    } finally {
      await images.close()
    }
  }

  it('who stops reading is disconnected', () => expectEnded({ idleTimeoutMs: shortMs }))

  it('who does not read all in time is disconnected', () => expectEnded({ totalTimeoutMs: shortMs }))

  it('who pipelines a hundred requests for it has it open once, and not at all after hanging up', async () => {
    let held = 0
    let opened = 0
    const counting: Storage = {
      ...storage,
      open: async (key) => {
        const object = await storage.open(key)
        held++
        opened++
        object?.stream.once('close', () => held--)
        return object
      },
    }
    const images = await startImages({ storage: counting })
    const { hostname, port } = new URL(images.url)
    const socket = net.connect(Number(port), hostname)
    try {
      const preview = await addCapture({ ...images, storage }, large)
      const request = [`GET ${pathOf(preview)} HTTP/1.1`, 'Host: x', 'X-Forwarded-Proto: https', '', '']
      socket.write(request.join('\r\n').repeat(100))
      await once(socket, 'readable')
      // Other requests that were begun with the first have opened the picture by the time these three are answered.
      for (let asked = 0; asked < 3; asked++)
        await (await images.fetch(pathOf(preview), { method: 'HEAD' })).arrayBuffer()
      expect(opened - 3).toBe(1)
      socket.destroy()
      await until('the picture is closed', () => [held === 0, held])
    } finally {
      socket.destroy()
      await images.close()
    }
  })
})

describe('callers who read nothing of their pictures', () => {
  const from = (address: string): Record<string, string> => ({ 'X-Forwarded-For': address })

  /** A picture that takes 8 of 64 places, of which one address may have 24. */
  async function withPicture(
    work: (images: TestImages, path: string, opened: OpenedObject[]) => Promise<void>,
  ): Promise<void> {
    const folder = await createTestFolder()
    const opened: OpenedObject[] = []
    const storage = watching(openStorage({ kind: 'file', path: folder.path }), opened)
    const images = await startImages({ storage, pictureLimits: { places: 64, placesPerAddress: 24 } })
    try {
      await work(images, pathOf(await addCapture(images, large)), opened)
    } finally {
      await images.close()
      await folder.close()
    }
  }

  it('from one address have a limit, and other addresses get their pictures', () =>
    withPicture(async (images, path, opened) => {
      const idle = await Promise.all(
        // Three addresses of one /64.
        ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((address) => ask(images, path, from(address))),
      )
      try {
        expect(idle.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
        const refused = await images.fetch(path, { headers: from('2001:db8::4') })
        expect(Object.fromEntries(refused.headers)).toMatchObject({
          'cache-control': 'no-store',
          'content-type': 'application/json; charset=utf-8',
          'retry-after': '5',
        })
        expect([refused.status, await refused.json()]).toEqual([
          429,
          expect.objectContaining({
            code: 'too_many_requests',
            description:
              'Too many pictures are being sent to this address; read or close one, or try again in 5 seconds.',
          }),
        ])
        expect(opened.map(({ stream }) => stream.destroyed)).toEqual([false, false, false, true])
        // The picture that says that a preview is not available counts as any other.
        expect(
          (await images.fetch(`/${fallbackPicturePath('full')}`, { headers: from('2001:db8::4') })).status,
        ).toBe(429)
        // No picture is sent.
        const head = await images.fetch(path, { method: 'HEAD', headers: from('2001:db8::4') })
        expect(head.status).toBe(200)

        const other = await images.fetch(path, { headers: from('2001:db8:0:1::1') })
        expect(Buffer.from(await other.arrayBuffer()).equals(large)).toBe(true)

        idle[0]?.destroy()
        await until('the address may have another picture', async () => {
          const response = await images.fetch(path, { headers: from('2001:db8::4') })
          await response.arrayBuffer()
          return [response.status === 200, response.status]
        })
      } finally {
        for (const each of idle) each.destroy()
      }
    }))

  it('from many addresses leave places for the next one, until all are taken', () =>
    withPicture(async (images, path) => {
      const idle: http.IncomingMessage[] = []
      const statuses: (number | undefined)[] = []
      try {
        for (const last of [1, 1, 1, 2, 2, 2, 3, 3, 4, 5]) {
          const response = await ask(images, path, from(`192.0.2.${last}`))
          idle.push(response)
          statuses.push(response.statusCode)
        }
        // An address may have one more while more places are free than it has.
        expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 200, 503])
        expect(idle[9]?.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' })
      } finally {
        for (const each of idle) each.destroy()
      }
    }))
})
