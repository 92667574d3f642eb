import { randomInt } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { makeDemo, type DemoRows } from '@pas/stack/demo'
import { findTestProgram } from '@pas/stack/find-test-program'
import { prepareHome, type Home } from '@pas/stack/home'
import { resolveIdentity } from '@pas/stack/resolve-identity'
import { StackError } from '@pas/stack/progress'
import { userVariables } from '@pas/stack/service-plans'
import { readStackOptions } from '@pas/stack/stack-options'
import { keptSecret } from '@pas/stack/secrets'
import type { StackFile } from '@pas/stack/stack-file'
import { startStack, type Stack } from '@pas/stack/start-stack'
import type { Preparation, Prepared } from './prepared'
import { publishDocuments } from './publish-documents'

/**
 * Measures accepted requests: those that would wait are refused, and one capture at a time has both cores of a small
 * machine.
 */
const underLoad = { QUEUE_WAIT_LIMIT_MS: '10', CAPTURE_CONCURRENCY: '1' }

/** The benchmark starts workers of its own. */
const withoutWorkers = ['--only', 'postgres,redis,auth,api,images,board']

const moreProcesses: Readonly<Record<string, string[]>> = {
  load: ['--api', '2'],
  'equal-pictures': ['--workers', '2'],
  scale: withoutWorkers,
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Starts a whole stack in a home of its own, with durable stores, as in production. The benchmark finds it by PAS_HOME
 * and the services' variables, and may keep files in BENCH_FOLDER. `scale` has a second stack, whose variables are the
 * JSON of BENCH_SECOND_STACK, and Caddy's folder in BENCH_CADDY, if there is one.
 */
export function prepareBench(name: string | undefined, env: Environment, clone: string): Preparation {
  const identity = resolveIdentity()
  const usual = prepareHome(readStackOptions([], env, clone).homePath, clone, identity)
  const stopping = new AbortController()
  const stacks = [startBenchStack(name, env, clone)]
  if (name === 'scale') stacks.push(startBenchStack(name, env, clone))
  const prepare = async (): Promise<Prepared> => {
    const home = await usual
    const own = Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    )
    const [first = {}, second] = await Promise.all(stacks.map(({ variables }) => variables))
    const packages = { path: home.packages, identity, signal: stopping.signal }
    const caddy = second ? await findTestProgram('caddy', env.PATH ?? '', packages) : null
    return {
      home,
      identity,
      env: {
        ...own,
        ...userVariables(home, identity),
        ...first,
        NODE_ENV: 'production',
        BENCH_FOLDER: benchFolderOf(home),
        ...(second && { BENCH_SECOND_STACK: JSON.stringify(second) }),
        ...(caddy && { BENCH_CADDY: caddy }),
      },
    }
  }
  return {
    ready: prepare(),
    stop: async () => {
      stopping.abort(new StackError('The run was stopped before it began.'))
      await Promise.all(stacks.map(({ remove }) => remove()))
      publishDocuments(path.join(benchFolderOf(await usual), 'docs'), clone)
    },
    kill: () => {
      for (const { stack } of stacks) stack.kill()
    },
  }
}

function startBenchStack(
  name: string | undefined,
  env: Environment,
  clone: string,
): { stack: Stack<DemoRows>; variables: Promise<Record<string, string>>; remove: () => Promise<void> } {
  const homePath = mkdtempSync(path.join(tmpdir(), 'pas-bench-'))
  // The run user must be able to enter it; secrets in it have modes of their own.
  chmodSync(homePath, 0o755)
  const stack = startStack(
    readStackOptions(
      name === undefined ? [] : (moreProcesses[name] ?? []),
      {
        ...env,
        PAS_HOME: homePath,
        // 20000 to 29950: below the kernel's range of ephemeral ports.
        PAS_PORT_BASE: String(randomInt(400, 600) * 50),
        // A benchmark serves its images from loopback.
        ASSET_ALLOW: [env.ASSET_ALLOW, '127.0.0.1/32'].filter(Boolean).join(','),
        // A benchmark receives webhooks on loopback.
        WEBHOOK_ALLOW: [env.WEBHOOK_ALLOW, '127.0.0.1/32'].filter(Boolean).join(','),
        // A benchmark exceeds the usual limits of an account.
        EMAILS_PER_MINUTE: '1000000',
        CAPTURES_PER_HOUR: '1000000',
        EFFECT_PICTURES_PER_HOUR: '1000000',
        CAPTURES_WAITING: '1000000',
        EMAIL_BYTES_PER_HOUR: String(2 ** 50),
        ...(name === 'load' && underLoad),
      },
      clone,
    ),
    clone,
    makeDemo,
  )
  return {
    stack,
    variables: stack.ready.then((ready) => variablesOf(ready.file, homePath)),
    remove: async () => {
      await stack.stop()
      rmSync(homePath, { recursive: true, force: true })
    },
  }
}

function variablesOf(file: StackFile, homePath: string): Record<string, string> {
  const variables = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(path.join(homePath, 'environment.json'), 'utf8')))
  return {
    ...variables,
    REDIS_URL: urlOfAdmin(variables.REDIS_URL ?? '', homePath),
    PAS_HOME: homePath,
    PAS_STACK_JSON: JSON.stringify(file),
  }
}

/** With all rights, as a benchmark has queues of its own. Another Redis' URL stays as it is. */
function urlOfAdmin(redisUrl: string, homePath: string): string {
  const url = new URL(redisUrl)
  if (url.username !== 'pas_cli') return redisUrl
  url.username = 'pas_admin'
  url.password = keptSecret(path.join(homePath, 'processes', 'redis-admin.secret'))
  return url.href
}

/** For files that a benchmark keeps from run to run, and for documents that it writes. */
const benchFolderOf = (home: Home): string => path.join(home.user, 'bench')

/** `npm run bench -- NAME` runs NAME.ts in one of these, or main.ts in its folder NAME. */
const folders = ['bench', 'evidence', 'evidence/documents']

/** Node's arguments. Throws a `StackError` for an unknown name. */
export function benchCommand({ home }: Pick<Prepared, 'home'>, [name, ...rest]: readonly string[]): string[] {
  const file = folders
    .flatMap((folder) => [`${folder}/${name}.ts`, `${folder}/${name}/main.ts`])
    .map((candidate) => path.join(home.tree, candidate))
    .find((candidate) => existsSync(candidate))
  if (name === undefined || file === undefined)
    throw new StackError(`Name a benchmark: 'npm run bench -- NAME', a file of ${folders.join(', ')}.`)
  return [path.join(home.tree, 'node_modules', 'tsx', 'dist', 'cli.mjs'), file, ...rest]
}
