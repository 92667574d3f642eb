/*
 * What the instant interface adds to work that has to be done anyway. (a) POST of an email with ten images, next to the ten fetches alone.
 * (b) POST of a whole message of 5 MB, next to the MIME library's parse of it, the same insert and the same objects written. (c) 5,000 HTTPS
 * requests that wait for 50 previews, next to Node's own https server holding as many.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { capturePayload, captureQueueName, workerHeartbeatKey } from '@pas/capture-queue/capture-queue'
import { emailPrefix } from '@pas/capture-queue/frozen-email'
import { openDatabase } from '@pas/db/database'
import { parseConfig } from '@pas/runtime/config'
import { openStorage, storageConfig, storageVariables } from '@pas/storage/open-storage'
import { Splitter } from '@zone-eu/mailsplit'
import type { SplitterChunk } from '@zone-eu/mailsplit/lib/types'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import sharp from 'sharp'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { percentile, report, timeEach } from './measure'
import { openStack, stackVariable, type Stack } from './stack'

const rounds = 10
const perRound = 20
const images = 10
const waiting = Number(process.env.BENCH_WAITING ?? 5_000)
const previews = 50
/** Requests that each server answers beforehand, so that neither grows into its work while it is measured. */
const warmUps = 2_000
/** USER_HZ, the same on every Linux that Node runs on. */
const ticksPerSecond = 100

const p50 = (times: readonly number[]): number => percentile(times, 50)

async function main(): Promise<void> {
  const stack = openStack()
  const withImages = await benchImages(stack)
  console.log('ten images: measured')
  const message = await benchMessage(stack)
  console.log('a message of 5 MB: measured')
  const bare = await holdRequests(await startHoldingServer())
  console.log('bare https server: measured')
  const ours = await holdRequests(await startApiOfItsOwn(stack))
  report(
    'emails',
    {
      'POST with ten images p50 ms': p50(withImages.ours),
      'POST with ten images p95 ms': percentile(withImages.ours, 95),
      'the ten fetches alone p50 ms': p50(withImages.bare),
      'POST of a 5 MB message p50 ms': p50(message.ours),
      'POST of a 5 MB message p95 ms': percentile(message.ours, 95),
      'its parse, insert and objects p50 ms': p50(message.bare),
      'ours, memory for waiting requests MiB': ours.grownMib,
      'bare https server, memory MiB': bare.grownMib,
      'ours, last answer ms': ours.lastAnswerMs,
      'bare https server, last answer ms': bare.lastAnswerMs,
    },
    {
      'POST with ten images / the ten fetches, p50': {
        ratio: p50(withImages.ours) / p50(withImages.bare),
        wanted: { atMost: 2 },
      },
      'POST of a 5 MB message / its parse, insert and objects, p50': {
        ratio: p50(message.ours) / p50(message.bare),
        wanted: { atMost: 2 },
      },
      'memory of waiting requests': { ratio: ours.grownMib / bare.grownMib, wanted: { atMost: 1.5 } },
      'last answer of waiting requests': {
        ratio: ours.lastAnswerMs / bare.lastAnswerMs,
        wanted: { atMost: 2 },
      },
    },
  )
  process.exit(0)
}

async function benchImages(stack: Stack): Promise<{ ours: number[]; bare: number[] }> {
  const server = fork(path.join(__dirname, 'image-server.ts'))
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  const urls = Array.from({ length: images }, (_, index) => `http://127.0.0.1:${port}/${index}.png`)
  const html = urls.map((url) => `<p>Some text<br><img src="${url}" width="600" height="400"></p>`).join('\n')
  const dispatcher = new Agent()
  const fetchAll = (): Promise<unknown> =>
    Promise.all(urls.map(async (url) => (await request(url, { dispatcher })).body.arrayBuffer()))
  const post = (): Promise<string> => stack.postEmail({ html_text: html })
  await timeEach(perRound, post)
  await timeEach(perRound, fetchAll)
  const result = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    result.ours.push(...(await timeEach(perRound, post)))
    result.bare.push(...(await timeEach(perRound, fetchAll)))
  }
  server.kill()
  return result
}

async function benchMessage(stack: Stack): Promise<{ ours: number[]; bare: number[] }> {
  const storage = openStorage(storageConfig(parseConfig(z.object(storageVariables), process.env)))
  const db = openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: 1 })
  const message = await buildMessage()
  const post = (): Promise<string> => stack.postEmail({ raw_source: message })
  const guid = await post()
  const { accountId } = await db.email.findUniqueOrThrow({ where: { id: guid } })
  const objects: { name: string; body: Buffer; contentType: string }[] = []
  for await (const { key } of storage.list(emailPrefix(guid))) {
    const object = await storage.get(key)
    if (object) objects.push({ name: key.slice(emailPrefix(guid).length), ...object })
  }
  const bytes = Buffer.from(message, 'latin1')
  const direct = async (): Promise<void> => {
    await parseBare(bytes)
    const id = randomUUID()
    const createdAt = new Date()
    const expiresAt = new Date(createdAt.getTime() + 1_000)
    await Promise.all([
      db.email.create({ data: { id, accountId, createdAt, expiresAt } }),
      ...objects.map(({ name, body, contentType }) =>
        storage.put(`${emailPrefix(id)}${name}`, body, contentType),
      ),
    ])
  }
  const result = { ours: [] as number[], bare: [] as number[] }
  await timeEach(5, post)
  await timeEach(5, direct)
  for (let round = 0; round < rounds; round++) {
    result.ours.push(...(await timeEach(5, post)))
    result.bare.push(...(await timeEach(5, direct)))
  }
  storage.close()
  await db.$disconnect()
  return result
}

/** Text, HTML and five photographs of 730 KB, in base64: 5 MB, every byte of it a character of ASCII. */
async function buildMessage(): Promise<string> {
  const boundary = 'b'.repeat(20)
  const raw = { width: 500, height: 487, channels: 3 } as const
  const pictures = await Promise.all(
    [0, 1, 2, 3, 4].map(() =>
      sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
        .png()
        .toBuffer(),
    ),
  )
  const html = pictures
    .map((_, index) => `<p>Picture ${index}<br><img src="cid:${index}@bench"></p>`)
    .join('')
  const parts = pictures.map((picture, index) =>
    [
      'Content-Type: image/png',
      'Content-Transfer-Encoding: base64',
      `Content-ID: <${index}@bench>`,
      '',
      (picture.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n'),
    ].join('\r\n'),
  )
  return [
    'From: Bench <bench@example.com>\r\nSubject: Pictures\r\nMIME-Version: 1.0',
    `Content-Type: multipart/related; boundary=${boundary}\r\n`,
    `--${boundary}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`,
    ...parts.map((part) => `--${boundary}\r\n${part}`),
    `--${boundary}--\r\n`,
  ].join('\r\n')
}

/** What the library does by itself: every part's headers and its decoded bytes. */
async function parseBare(message: Buffer): Promise<void> {
  const splitter = new Splitter()
  const bodies = new Map<Extract<SplitterChunk, { type: 'node' }>, Buffer[]>()
  splitter.end(message)
  for await (const chunk of splitter as AsyncIterable<SplitterChunk>) {
    if (chunk.type === 'node') bodies.set(chunk, [])
    else if (chunk.type === 'body') bodies.get(chunk.node)?.push(chunk.value)
  }
  for (const [node, chunks] of bodies) {
    const decoder = node.getDecoder()
    decoder.end(Buffer.concat(chunks))
    await buffer(decoder)
  }
}

/** Something that keeps requests waiting until it is told to answer. */
interface Holder {
  process: ChildProcess
  /** Is answered at once. */
  warmUpUrl: string
  /** Where the request of this number goes. */
  urlOf(index: number): string
  /** Resolves when it has as many requests as were sent. */
  untilHeld(): Promise<void>
  release(): void
  close(): Promise<void>
}

async function startHoldingServer(): Promise<Holder> {
  const tls = path.join(stackVariable('PAS_HOME'), 'tls')
  const server = fork(path.join(__dirname, 'holding-server.ts'), [
    path.join(tls, 'server.pem'),
    path.join(tls, 'server.key'),
  ])
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  return {
    process: server,
    warmUpUrl: `https://localhost:${port}/warm-up`,
    urlOf: () => `https://localhost:${port}/`,
    untilHeld: async () => {
      for (let held = 0; held < waiting;) {
        await delay(200)
        server.send('count')
        ;[{ held }] = (await once(server, 'message')) as [{ held: number }]
      }
    },
    release: () => server.send('release'),
    close: async () => {
      server.kill()
      await once(server, 'exit')
    },
  }
}

/** The built API as the stack runs it, with a queue of its own that no worker serves until `release`. */
async function startApiOfItsOwn(stack: Stack): Promise<Holder> {
  const prefix = `bench-${randomBytes(6).toString('hex')}`
  const port = await freePort()
  const db = openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: 10 })
  const redisUrl = stackVariable('REDIS_URL')
  const redisConnection = new Redis(redisUrl, { maxRetriesPerRequest: null })
  const beat = (): void => {
    const heartbeat = JSON.stringify({ workerId: 'bench', engine: 'text', version: '1' })
    void redisConnection.zadd(`${prefix}:${workerHeartbeatKey}`, Date.now(), heartbeat)
  }
  beat()
  const beating = setInterval(beat, 1_000)
  const tls = path.join(stackVariable('PAS_HOME'), 'tls')
  const api = spawn(process.execPath, [path.join(__dirname, '../services/api/dist/main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      REDIS_PREFIX: prefix,
      PORT: String(port),
      TLS_CERT_FILE: path.join(tls, 'server.pem'),
      TLS_KEY_FILE: path.join(tls, 'server.key'),
      LONG_POLL_TIMEOUT_MS: '300000',
      PROXY_TIMEOUT_MS: '310000',
    },
  })
  process.once('exit', () => api.kill('SIGKILL'))
  await untilAnswers(`https://localhost:${port}/readyz`)
  const guids: string[] = []
  for (let index = 0; index < previews; index++)
    guids.push(await stack.postEmail({ plain_text: `Email ${index}` }))

  // Ready beforehand: what is measured is the answering, not a worker's start.
  const worker = new Worker(
    captureQueueName('text'),
    async (job) => {
      const { previewId: id } = capturePayload.parse(job.data)
      await db.preview.update({
        where: { id },
        data: {
          status: 'captured',
          attempt: 1,
          capturedAt: new Date(),
          width: 1,
          height: 1,
          truncated: false,
        },
      })
    },
    { connection: redisConnection, prefix, concurrency: 10, autorun: false },
  )
  await worker.waitUntilReady()
  return {
    process: api,
    // A preview that is not captured: as much of a request's way as can be gone without waiting.
    warmUpUrl: `https://localhost:${port}/v1/emails/${randomUUID()}/previews/PLAINTEXT/full`,
    urlOf: (index) =>
      `https://localhost:${port}/v1/emails/${guids[index % previews]}/previews/PLAINTEXT/full`,
    untilHeld: async () => {
      // Nothing says from outside how many wait: they do when the process does next to nothing for a second.
      for (let spent = -Infinity; cpuSeconds(api) - spent > 0.1; await delay(1_000)) spent = cpuSeconds(api)
    },
    release: () => void worker.run(),
    close: async () => {
      clearInterval(beating)
      api.kill('SIGKILL')
      await worker.close()
      redisConnection.disconnect()
      await db.$disconnect()
    },
  }
}

/** What it costs `holder` to keep requests waiting, and how long it takes to answer them all once it may. */
async function holdRequests(holder: Holder): Promise<{ grownMib: number; lastAnswerMs: number }> {
  const warmUp = new Agent({ connect: { rejectUnauthorized: false } })
  await Promise.all(
    Array.from({ length: 20 }, () =>
      timeEach(warmUps / 20, async () => {
        await (await request(holder.warmUpUrl, { dispatcher: warmUp })).body.text()
      }),
    ),
  )
  await warmUp.destroy()
  const before = residentMib(holder.process)
  const agent = new https.Agent({ rejectUnauthorized: false, keepAlive: false, maxSockets: Infinity })
  const answers: Promise<unknown>[] = []
  let sent = 0
  const send = async (): Promise<void> => {
    while (sent < waiting) {
      const outgoing = https.get(holder.urlOf(sent++), { agent })
      answers.push(
        once(outgoing, 'response').then((event) => {
          const [answer] = event as [IncomingMessage]
          answer.resume()
          if (answer.statusCode !== 301)
            throw new Error(`a waiting request was answered with ${answer.statusCode}`)
        }),
      )
      await once(outgoing, 'finish')
    }
  }
  await Promise.all(Array.from({ length: 50 }, send))
  await holder.untilHeld()
  const grownMib = residentMib(holder.process) - before
  const startedAt = performance.now()
  holder.release()
  await Promise.all(answers)
  const lastAnswerMs = performance.now() - startedAt
  agent.destroy()
  await holder.close()
  return { grownMib, lastAnswerMs }
}

const residentMib = ({ pid }: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Processor time that a process has used. */
function cpuSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function untilAnswers(url: string): Promise<void> {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  for (;;) {
    const status = await request(url, { dispatcher }).then(
      ({ statusCode, body }) => body.dump().then(() => statusCode),
      () => 0,
    )
    if (status === 200) return
    await delay(100)
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
