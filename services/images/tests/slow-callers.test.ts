import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
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
async function ask(images: TestImages, path: string): Promise<http.IncomingMessage> {
  const request = http.get(images.url + path, { headers: { 'X-Forwarded-Proto': 'https' }, agent: false })
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
      await storage.put(pictureKey(preview.imageToken, size), large, 'image/png')
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
    await storage.put(pictureKey(preview.imageToken, 'full'), randomBytes(large.length), 'image/png')
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
