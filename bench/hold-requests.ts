import { fork, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { capturePayload, captureQueueName } from '@pas/captures/capture-job'
import { workerHeartbeatKey } from '@pas/captures/worker-heartbeat'
import { openDatabase } from '@pas/db/database'
import { freePort } from '@pas/testing/free-port'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { Agent, request } from 'undici'
import { timeEach } from './measure'
import { ownProcessorTime } from './processor-time'
import { stackVariable, type Stack } from './stack'

const waiting = Number(process.env.BENCH_WAITING ?? 5_000)
const previews = 50
/**
 * Requests that each server answers before its memory is measured, so that neither's heap grows to its working size in
 * that time.
 */
const warmUps = 2_000

/** A server that keeps requests waiting until it is told to answer them. */
interface Holder {
  process: ChildProcess
  /** An address that is answered at once. */
  warmUpUrl: string
  /** The address of the request with this index. */
  urlOf(index: number): string
  /** The owner's credential: from one address, callers without one may have fewer requests waiting. */
  authorization?: string
  /** Resolves when the server holds all requests. */
  untilHeld(): Promise<void>
  release(): void
  close(): Promise<void>
}

/** The baseline: Node's own https server (holding-server.ts). */
export async function startHoldingServer(): Promise<Holder> {
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

/** A built API process as the stack runs it, but with its own queues, which no worker serves until `release`. */
export async function startApiOfItsOwn(stack: Stack): Promise<Holder> {
  const prefix = `bench-${randomBytes(6).toString('hex')}`
  const port = await freePort()
  const db = openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: 10 })
  const redisUrl = stackVariable('REDIS_URL')
  const redisConnection = new Redis(redisUrl, { maxRetriesPerRequest: null })
  const beat = (): void => {
    const heartbeat = JSON.stringify({ workerId: 'bench', engine: 'text', version: '1' })
    void redisConnection.zadd(`${prefix}:${workerHeartbeatKey('text')}`, Date.now(), heartbeat)
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

  // The worker connects before the measurement, so that `release` measures the answering and not a worker's start.
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
          engineVersion: '1',
        },
      })
    },
    { connection: redisConnection, prefix, concurrency: 10, autorun: false },
  )
  await worker.waitUntilReady()
  return {
    process: api,
    // An email that does not exist: its request takes most of a waiting request's path, and is answered at once.
    warmUpUrl: `https://localhost:${port}/v1/emails/${randomUUID()}/previews/PLAINTEXT/full`,
    urlOf: (index) =>
      `https://localhost:${port}/v1/emails/${guids[index % previews]}/previews/PLAINTEXT/full`,
    authorization: stack.authorization,
    untilHeld: async () => {
      // The API does not tell how many requests wait. All of them do once it uses at most 0.1 s of processor time in a
      // second.
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

/**
 * Sends `holder` all requests: the memory (MiB) by which it grew while they waited, and the milliseconds to answer them
 * all.
 */
export async function holdRequests(holder: Holder): Promise<{ grownMib: number; lastAnswerMs: number }> {
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
  let answeredEarly = 0
  let isReleased = false
  const send = async (): Promise<void> => {
    while (sent < waiting) {
      const headers = holder.authorization === undefined ? {} : { authorization: holder.authorization }
      const outgoing = https.get(holder.urlOf(sent++), { agent, headers })
      answers.push(
        once(outgoing, 'response').then((event) => {
          const [answer] = event as [IncomingMessage]
          answer.resume()
          if (!isReleased) answeredEarly++
          if (answer.statusCode !== 301)
            throw new Error(`a waiting request was answered with ${answer.statusCode}`)
        }),
      )
      await once(outgoing, 'finish')
    }
  }
  await Promise.all(Array.from({ length: 50 }, send))
  await holder.untilHeld()
  if (answeredEarly > 0) {
    // The stack's own API queues a preview again once it has waited for minutes, and the stack's own worker then draws
    // it.
    throw new Error(
      `${answeredEarly} requests were answered before they were released: the machine is too busy; run this alone on it`,
    )
  }
  isReleased = true
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

const cpuSeconds = ({ pid = 0 }: ChildProcess): number => ownProcessorTime(pid) / 1_000

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
