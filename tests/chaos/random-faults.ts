import { rename } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ServiceProcess } from '../e2e/start-services'
import { existing } from '../faults/existing'
import type { FaultStage } from '../faults/fault-stage'
import type { OwnStore } from '../faults/own-stores'
import { browsersOf } from '../faults/processes'
import type { RandomNumbers } from './random-numbers'

/** The processes and stores into which faults are injected. `live`: the processes that no fault has ended. */
export interface ChaosStage {
  stage: FaultStage
  redis: OwnStore
  flushRedis: () => Promise<unknown>
  live: { apis: Set<ServiceProcess>; workers: Set<ServiceProcess> }
}

/** Injects a fault and takes it back after a while; a process that it ended is replaced. */
type Fault = (chaos: ChaosStage, random: RandomNumbers) => Promise<void>

/** The faults among which the test chooses, by the names that it prints. */
export const faults: Readonly<Record<string, Fault>> = {
  'kill -9 of a worker': async (chaos, random) => {
    await replace(chaos, 'workers', random, kill)
  },
  'SIGTERM of a worker': async (chaos, random) => {
    await replace(chaos, 'workers', random, (worker) => worker.stop())
  },
  'a worker stopped for a while': async ({ live }, random) => {
    const { process: child } = random.oneOf([...live.workers])
    child.kill('SIGSTOP')
    await pass(random, 500, 12_000)
    child.kill('SIGCONT')
  },
  'kill -9 of a browser': ({ live }, random) => {
    for (const { pid } of browsersOfOne(live.workers, random)) signal(pid, 'SIGKILL')
    return Promise.resolve()
  },
  'a browser stopped for good': ({ live }, random) => {
    for (const { pid } of browsersOfOne(live.workers, random)) signal(pid, 'SIGSTOP')
    return Promise.resolve()
  },
  'kill -9 of an API process': async (chaos, random) => {
    await replace(chaos, 'apis', random, kill)
  },
  'SIGTERM of an API process': async (chaos, random) => {
    await replace(chaos, 'apis', random, (api) => api.stop())
  },
  'Redis killed and restarted': async ({ redis }, random) => {
    await redis.kill()
    await pass(random, 0, 4_000)
    await redis.start()
  },
  'Redis killed, back without its data': async ({ redis }, random) => {
    await redis.kill({ losesData: true })
    await pass(random, 0, 4_000)
    await redis.start()
  },
  FLUSHALL: async ({ flushRedis }) => {
    await flushRedis()
  },
  'Redis frozen': async ({ redis }, random) => {
    redis.freeze()
    await pass(random, 500, 5_000)
    redis.proceed()
  },
  'Redis slow by 200 ms': async ({ stage }, random) => {
    existing(stage.relays.redis).slowDown(200)
    await pass(random, 1_000, 4_000)
    existing(stage.relays.redis).slowDown(0)
  },
  'half-open connections to Redis': async ({ stage }, random) => {
    existing(stage.relays.redis).hang()
    await pass(random, 500, 3_000)
    existing(stage.relays.redis).mend()
  },
  'connections to Postgres cut': async ({ stage }, random) => {
    existing(stage.relays.postgres).cut()
    await pass(random, 0, 3_000)
    existing(stage.relays.postgres).mend()
  },
  'Postgres slow by 100 ms': async ({ stage }, random) => {
    existing(stage.relays.postgres).slowDown(100)
    await pass(random, 1_000, 4_000)
    existing(stage.relays.postgres).slowDown(0)
  },
  'backends of Postgres terminated': async ({ stage }) => {
    const { db } = stage.services.database
    await db.$queryRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`
  },
  'storage away': async ({ stage }, random) => {
    const folder = fileURLToPath(existing(stage.variables.STORAGE_URL))
    await rename(folder, `${folder}-away`)
    await pass(random, 200, 3_000)
    await rename(`${folder}-away`, folder)
  },
}

const pass = (random: RandomNumbers, leastMs: number, mostMs: number): Promise<void> =>
  delay(random.between(leastMs, mostMs))

function browsersOfOne(workers: ReadonlySet<ServiceProcess>, random: RandomNumbers): { pid: number }[] {
  return browsersOf(random.oneOf([...workers]).process.pid ?? 0)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended in the meantime.
  }
}

/** Ends one process of a kind and then starts another; in between, the others of its kind carry the load. */
async function replace(
  { stage, live }: ChaosStage,
  kind: 'apis' | 'workers',
  random: RandomNumbers,
  end: (service: ServiceProcess) => Promise<unknown>,
): Promise<void> {
  const service = random.oneOf([...live[kind]])
  live[kind].delete(service)
  await end(service)
  live[kind].add(await (kind === 'apis' ? stage.startApi() : stage.startWorker()))
}

async function kill({ process: child }: ServiceProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}
