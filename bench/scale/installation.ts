import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { openDatabase, type Database } from '@pas/db/database'
import { emailClients, emulatedLike } from '@pas/email-clients/catalogue'
import { systemClock } from '@pas/runtime/clock'
import { openStack, type Stack } from '@pas/testing/open-stack'
import { perSecond } from '@pas/testing/measure'
import { commandLineOf, listProcesses } from '@pas/testing/processes'
import { buildNewsletter } from '../../packages/email-clients/tests/real-templates/newsletter'
import { ownProcessorTime, readProcessorTime, type ProcessorTime } from '../processor-time'
import type { Dose } from './dose'
import { startWorkers, type SimulatedWorkers } from './start-workers'

export const engine = 'chromium'
const slotsOfWorker = 2
const postedAtOnce = 4

/** Drawn by `engine`, each with a profile of its own, so that no document is shared. */
const emailClientCodes = [
  ...new Map(
    emailClients
      .filter((emailClient) => emailClient.engine === engine && emailClient.fidelity === 'emulated')
      .map((emailClient) => [emulatedLike(emailClient), emailClient.code]),
  ).values(),
]

export interface WantedCapture {
  guid: string
  emailClient: string
  authorization: string
}

/** A stack with simulated workers, which partners use with keys of their own. */
export interface Installation {
  stack: Stack
  db: Database
  env: Readonly<Record<string, string | undefined>>
  workers: SimulatedWorkers[]
  /** Workers of another engine, which have nothing to do. */
  idleWorkers: SimulatedWorkers[]
  /** When each preview's job was taken, by the preview's id. */
  pickedUpAt: Map<string, number>
  startWorkers(): Promise<void>
  /** Posts as many emails as that many captures need. Emails of all accounts come in turn. */
  prepareCaptures(count: number): Promise<WantedCapture[]>
  /** Pids by what they do. */
  roots(): Record<string, number[]>
  /** Milliseconds so far, by what used them. */
  processorTime(): ProcessorTime
  close(): Promise<void>
}

/** `env` has the variables of `npm run bench`'s stack. */
export async function openInstallation(
  env: Readonly<Record<string, string | undefined>>,
  dose: Dose,
): Promise<Installation> {
  const stack = openStack(env.PAS_STACK_JSON)
  const db = openDatabase({ url: env.DATABASE_URL ?? '', poolMax: 10 })
  const pickedUpAt = new Map<string, number>()
  const workers: SimulatedWorkers[] = []
  const html = (await buildNewsletter('https://images.test')).replaceAll(/<img[^>]*>/g, '')
  const apiKeys: string[] = []
  const deps = { db, clock: systemClock }
  for (let index = 0; index < dose.accounts; index++) {
    const { id: accountId } = await createAccount(deps, { name: `Scale ${index}` })
    apiKeys.push(await createApiKey(deps, { accountId }))
  }
  const options = {
    engine,
    workers: dose.workersPerProcess,
    concurrency: slotsOfWorker,
    captureMs: dose.captureMs,
    isAvailable: true,
  }
  const installation: Installation = {
    stack,
    db,
    env,
    workers,
    idleWorkers: [],
    pickedUpAt,
    startWorkers: async () => {
      const started = await startWorkers(options, { ...process.env, ...env }, (pickedUp) => {
        // A second attempt's time does not count: the request was picked up before.
        for (const [previewId, at] of pickedUp) if (!pickedUpAt.has(previewId)) pickedUpAt.set(previewId, at)
      })
      workers.push(started)
    },
    prepareCaptures: async (count) => {
      const emails: { guid: string; apiKey: string }[] = []
      const needed = Math.ceil(count / emailClientCodes.length)
      await perSecond(needed, postedAtOnce, async (index) => {
        const apiKey = apiKeys[index % apiKeys.length] ?? ''
        emails.push({ apiKey, guid: await stack.postEmail({ html_text: html, subject: 'Coffee' }, apiKey) })
      })
      return emailClientCodes
        .flatMap((emailClient) =>
          emails.map(({ guid, apiKey }) => ({
            guid,
            emailClient,
            authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
          })),
        )
        .slice(0, count)
    },
    roots: () => ({
      api: [...(stack.processes.api ?? [])],
      postgres: pidsOf(/\bpostgres -D /, portOf(env.DATABASE_URL)),
      redis: pidsOf(/\bredis-server /, portOf(env.REDIS_URL)),
      workers: pidsOfWorkers(workers),
      ...(installation.idleWorkers.length > 0 && { 'idle workers': pidsOfWorkers(installation.idleWorkers) }),
    }),
    processorTime: () => ({
      ...readProcessorTime(installation.roots()),
      // Without its children, the workers.
      'this command': ownProcessorTime(process.pid),
    }),
    close: async () => {
      await Promise.all(workers.map((one) => one.kill()))
      await db.$disconnect()
    },
  }
  return installation
}

const portOf = (url = ''): string => new URL(url).port

/** Stores are started again when they die, with other pids. */
const pidsOf = (program: RegExp, port: string): number[] =>
  listProcesses()
    .map(({ pid }) => pid)
    .filter((pid) => {
      const commandLine = commandLineOf(pid)
      return program.test(commandLine) && new RegExp(`[:=]${port}\\b`).test(commandLine)
    })

const pidsOfWorkers = (workers: readonly SimulatedWorkers[]): number[] =>
  workers.flatMap(({ process: { pid, exitCode, signalCode } }) =>
    pid !== undefined && exitCode === null && signalCode === null ? [pid] : [],
  )
