import { randomBytes, randomUUID } from 'node:crypto'
import { captureJobId, captureJobOptions, captureQueueName } from '@pas/captures/capture-job'
import { auditQueueName } from '@pas/checks/audit-job'
import { withdrawCaptures } from '@pas/captures/request-captures'
import { workerHeartbeatKey } from '@pas/captures/worker-heartbeat'
import { loadScripts } from '@pas/runtime/keep-scripts-loaded'
import { connectToQueues } from '@pas/runtime/open-redis'
import { openServingRedis } from '@pas/runtime/serving-redis'
import { makeRedisUrlOf } from '@pas/testing/redis-user'
import { testVariable } from '@pas/testing/test-environment'
import { Queue, QueueEvents, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { engineNames } from '../../packages/engine-programs/src/engine-packages'
import { redisUsers } from '../../tools/stack/src/redis-users'

const prefix = `test-${randomBytes(6).toString('hex')}`
const text = captureQueueName('text')
const connections: Redis[] = []
let everything: Redis

async function connectAs(user: string): Promise<Redis> {
  const connection = new Redis(await makeRedisUrlOf(user, prefix), { maxRetriesPerRequest: null })
  connection.on('error', () => undefined)
  connections.push(connection)
  return connection
}

const silent = { warn: () => undefined }

/** The connection of a worker, which sends scripts by their hash alone. */
async function serveAs(user: string): Promise<Redis> {
  const connection = openServingRedis(await makeRedisUrlOf(user, prefix), silent)
  connections.push(connection)
  return connection
}

beforeAll(() => {
  everything = new Redis(testVariable('TEST_REDIS_URL'), { maxRetriesPerRequest: null })
  connections.push(everything)
})
afterAll(async () => {
  const keys = await everything.keys(`${prefix}:*`)
  if (keys.length > 0) await everything.del(keys)
  for (const connection of connections) connection.disconnect()
})

/** What nothing but an operator may do, whatever its keys are. */
const ofOperators = [
  ['FLUSHALL'],
  ['FLUSHDB'],
  ['CONFIG', 'GET', 'maxmemory-policy'],
  ['CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru'],
  ['KEYS', '*'],
  ['SCAN', '0'],
  ['RANDOMKEY'],
  ['DBSIZE'],
  ['MONITOR'],
  ['SHUTDOWN'],
  ['ACL', 'LIST'],
  ['CLIENT', 'LIST'],
  ['CLIENT', 'KILL', 'TYPE', 'normal'],
  ['CLIENT', 'TRACKING', 'ON', 'BCAST'],
  ['SCRIPT', 'FLUSH'],
  ['FUNCTION', 'FLUSH'],
  ['SUBSCRIBE', '__keyspace@0__:*'],
  ['PUBLISH', 'channel', 'message'],
]
const failures = `${prefix}:failures:sign-in-account:x`
const rate = `${prefix}:rate:emails:1`
const contrast = `${prefix}:${auditQueueName}:job`
const jobOf = (engine: string): string => `${prefix}:${captureQueueName(engine)}:job`
const writing = (key: string): string[][] => [
  ['DEL', key],
  ['SET', key, '1'],
  ['RENAME', key, jobOf('text')],
]
const inScript = (key: string): string[] => ['EVAL', `return redis.call('DEL', '${key}')`, '0']
/** What a worker could keep Redis busy with, or fill it at once, also on keys of its own. */
const heavy = [
  ['EVAL', 'return 1', '0'],
  ['EVAL_RO', 'return 1', '0'],
  ['SCRIPT', 'LOAD', 'return 1'],
  ['FUNCTION', 'LOAD', '#!lua name=x'],
  ['FCALL', 'x', '0'],
  ['SETRANGE', jobOf('text'), '1', 'x'],
  ['LCS', jobOf('text'), jobOf('text')],
  ['ZUNIONSTORE', jobOf('text'), '1', jobOf('text')],
  ['MULTI'],
]

const refusedTo: Record<string, string[][]> = {
  pas_worker_text: [
    ...ofOperators,
    ...[failures, rate, `${prefix}:scheduled-sweep:meta`, jobOf('chromium'), contrast].flatMap(writing),
    ['GET', failures],
    ...heavy,
    ['ZADD', `${prefix}:${workerHeartbeatKey('chromium')}`, '1', 'x'],
    ['DEL', `${prefix}:${workerHeartbeatKey('chromium')}`],
  ],
  pas_worker: [...ofOperators, ...[failures, rate].flatMap(writing), ['GET', failures], ...heavy],
  pas_auth: [...ofOperators, ...[rate, jobOf('text')].flatMap(writing), ['GET', rate], inScript(rate)],
  pas_api: [
    ...ofOperators,
    inScript(failures),
    ...writing(failures),
    ['GET', failures],
    ['ZADD', `${prefix}:${workerHeartbeatKey('text')}`, '1', 'x'],
  ],
  pas_cli: [...ofOperators, ...[failures, rate].flatMap(writing), ['GET', failures]],
}

describe('the users of Redis', () => {
  it.each(Object.keys(refusedTo))('%s is refused what its process does not need', async (user) => {
    await everything.mset(failures, '1', rate, '1')
    const connection = await connectAs(user)
    for (const [command = '', ...args] of refusedTo[user] ?? []) {
      const answer = await connection.call(command, ...args).then(
        () => 'allowed',
        ({ message }: Error) =>
          /NOPERM|can't access at least one of the keys/.test(message) ? 'refused' : message,
      )
      expect([command, ...args, answer]).toEqual([command, ...args, 'refused'])
    }
    expect(await everything.mget(failures, rate)).toEqual(['1', '1'])
  })

  it('can be one for each engine', () => {
    const passwords = Object.fromEntries(engineNames.map((engine) => [`pas_worker_${engine}`, 'x']))
    const named = redisUsers(passwords, 'pas').map((line) => /^user (\S+) on #/.exec(line)?.[1])
    expect(named.flatMap((name) => name ?? []).sort()).toEqual(Object.keys(passwords).sort())
    expect(() => redisUsers(passwords, 'p*')).toThrow('REDIS_PREFIX')
  })
})

describe('BullMQ as the user of one engine', () => {
  it('takes over a job whose worker has died, tries it again and delays it, and adds none to another queue', async () => {
    const api = await connectToQueues(await makeRedisUrlOf('pas_api', prefix), silent)
    connections.push(api)
    const queue = new Queue(text, { connection: api, prefix })
    await queue.waitUntilReady()
    await loadScripts(api)
    const events = new QueueEvents(text, { connection: await connectAs('pas_api'), prefix })
    await events.waitUntilReady()
    // As the API's jobs, which are tried again after a delay.
    const job = await queue.add('capture', {}, { ...captureJobOptions, priority: 3 })

    const dying = await serveAs('pas_worker_text')
    const intervals = { lockDuration: 500, stalledInterval: 200, maxStalledCount: 4 }
    let taken: (value?: unknown) => void = () => undefined
    const isTaken = new Promise((resolve) => (taken = resolve))
    const dead = new Worker(text, () => new Promise(() => taken()), {
      connection: dying,
      prefix,
      ...intervals,
    })
    dead.on('error', () => undefined)
    await isTaken
    await dead.close(true)

    const attempts: number[] = []
    const living = new Worker(
      text,
      (taking) => {
        attempts.push(taking.attemptsMade)
        if (attempts.length === 1) return Promise.reject(new Error('fails once'))
        return Promise.resolve('done')
      },
      { connection: await serveAs('pas_worker_text'), prefix, ...intervals },
    )
    living.on('error', () => undefined)
    expect(await job.waitUntilFinished(events, 20_000)).toBe('done')
    expect(attempts).toEqual([0, 1])

    const other = new Queue(captureQueueName('chromium'), {
      connection: await serveAs('pas_worker_text'),
      prefix,
    })
    other.on('error', () => undefined)
    await expect(other.add('capture', {})).rejects.toThrow(/NOPERM/)
    await Promise.all([living.close(), queue.close(), other.close(), events.close()])
  })
  it('cannot have the API remove another engine’s job, by naming it as the child of its own', async () => {
    const api = await connectAs('pas_api')
    const own = new Queue(text, { connection: api, prefix })
    const others = new Queue(captureQueueName('chromium'), { connection: api, prefix })
    const jobId = captureJobId(randomUUID(), 0)
    await others.add('capture', {}, { ...captureJobOptions, jobId })
    const capture = { id: randomUUID(), engine: 'text', attempt: 0, status: 'pending' } as const
    const ownJobId = captureJobId(capture.id, capture.attempt)
    await own.add('capture', {}, { ...captureJobOptions, jobId: ownJobId })

    const worker = await connectAs('pas_worker_text')
    await worker.sadd(`${own.toKey(ownJobId)}:dependencies`, others.toKey(jobId))
    await withdrawCaptures(new Map([['text', own]]), [capture])
    expect([await own.getJobState(ownJobId), await others.getJobState(jobId)]).toEqual(['unknown', 'waiting'])
    await Promise.all([own.close(), others.close()])
  })
})
