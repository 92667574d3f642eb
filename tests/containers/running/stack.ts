import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { postEmail } from '@pas/testing/post-email'
import { Agent, request } from 'undici'
import { z } from 'zod'

const run = promisify(execFile)

/** What `npm run test:containers` tells: the command before `docker`, a folder that it shares, and whose the engine is. */
const told = z
  .object({ inside: z.array(z.string()), work: z.string(), isOwn: z.boolean() })
  .nullable()
  .parse(JSON.parse(process.env.TEST_CONTAINERS ?? 'null'))

/** Tests that need containers. `npm test` skips them by name. */
export const describeContainers = (name: string, tests: () => void): void =>
  told ? describe(name, tests) : describe.skip(`${name} (skipped: npm run test:containers runs it)`, tests)

/** A test that changes the network of the engine's machine, which only that of our own engine may be. */
export const ofOwnEngine = (name: string, test: () => Promise<void>): void =>
  told?.isOwn === false ? it.skip(`${name} (skipped: the engine is this machine's)`, test) : it(name, test)

/** Runs a program beside the engine, in the clone. Resolves to what it printed; rejects with what it said when it fails. */
export async function runInside(...command: string[]): Promise<string> {
  const [program = '', ...args] = [...(told?.inside ?? []), ...command]
  const { stdout } = await run(program, args, { maxBuffer: 64 * 1024 * 1024 })
  return stdout
}

export const docker = (...args: string[]): Promise<string> => runInside('docker', ...args)

/** Runs `docker compose` for the stack of these tests. */
export const compose = (...args: string[]): Promise<string> => docker('compose', ...args)

/** The names of a service's running containers. */
export const containersOf = async (service: string): Promise<string[]> =>
  (await compose('ps', '--format', '{{.Name}}', service)).split('\n').filter(Boolean)

/** The services that stay, once the stack is up. */
export const services = ['auth', 'api', 'images', 'board', 'backup'] as const
export const engines = ['chromium', 'text', 'webkit', 'firefox', 'thunderbird', 'roundcube'] as const

/** Where a test may leave a file, by name, for whoever looks at it. */
export const workFile = (name: string): string => path.join(told?.work ?? '', name)

/** A variable of the stack's compose.env. Throws when it has none of this name. */
export function composeVariable(name: string): string {
  const file = workFile('compose.env')
  const value = new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(file, 'utf8'))?.[1]
  if (value === undefined) throw new Error(`${file} has no ${name}`)
  return value
}

/** Seconds that `up --wait` took. */
export let upSeconds: number
/** The instant interface's address. */
export let instantUrl: string
/** An account made for these tests, and its key. */
export let accountId: number
let apiKey: string
/** Trusts Caddy's own authority, and finds the public names on this machine, whatever resolves them here. */
export let dispatcher: Agent

/** What came to a server of this process, which containers that lead outside reach. */
interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}
export const received: Received[] = []
/** The server's address. Alerts go to `/alerts` below it; webhooks may be sent to it. */
export let receiverUrl: string

/** Starts the stack. Every test file of a run calls it in the same process, and only the first call starts anything. */
let starting: Promise<void> | undefined
export const startStack = (): Promise<void> => (starting ??= start())

async function start(): Promise<void> {
  const gateway = await startReceiver()
  const variables = {
    ALERT_WEBHOOK: `${receiverUrl}/alerts`,
    WEBHOOK_ALLOW: gateway,
    COMPOSE_PROFILES: 'whole,spamd',
    SPAMD: 'spamd:783',
  }
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  appendFileSync(workFile('compose.env'), lines.join(''))
  const startedAt = performance.now()
  await compose('up', '--no-build', '--detach', '--wait')
  upSeconds = (performance.now() - startedAt) / 1000
  await connect()
}

/** Reads the authority of a stack that runs with new volumes, and makes the account and its key there. */
export async function connect(): Promise<void> {
  const ca = await compose('exec', '-T', 'caddy', 'cat', '/data/caddy/pki/authorities/local/root.crt')
  dispatcher = new Agent({
    connect: {
      ca,
      lookup: (_name, options, callback) =>
        options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4),
    },
    bodyTimeout: 90_000,
    headersTimeout: 90_000,
  })
  instantUrl = `https://${composeVariable('INSTANT_HOST')}/v1`
  const account = await pas('account', 'create', '--name', 'Containers')
  accountId = z.object({ account_id: z.number() }).parse(account).account_id
  const key = await pas('key', 'create', '--account', String(accountId))
  apiKey = z.object({ api_key: z.string() }).parse(key).api_key
}

/** Starts the receiver where bridges' containers find this machine. Resolves to that address. */
async function startReceiver(): Promise<string> {
  const server = createServer((req, res) => {
    const parts: Buffer[] = []
    req.on('data', (part: Buffer) => parts.push(part))
    req.on('end', () => {
      received.push({ path: req.url ?? '', headers: req.headers, body: Buffer.concat(parts).toString() })
      res.end()
    })
  })
  const format = '{{(index .IPAM.Config 0).Gateway}}'
  const gateway = (await docker('network', 'inspect', '--format', format, 'bridge')).trim()
  server.listen(0, gateway).unref()
  await once(server, 'listening')
  receiverUrl = `http://${gateway}:${(server.address() as AddressInfo).port}`
  return gateway
}

/** The header `Authorization` with the account's key. */
export const withKey = (): string => `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`

/** Uploads an email by the account's key. Resolves to its guid. */
export const post = (email: Readonly<Record<string, unknown>>): Promise<string> =>
  postEmail(instantUrl, apiKey, email, dispatcher)

/** Asks for a preview, and waits for it as a browser does. */
export async function askPreview(
  guid: string,
  code = 'CHROMEGMAILNEW',
): Promise<{ status: number; location: string; retryAfter: number }> {
  const answer = await request(`${instantUrl}/emails/${guid}/previews/${code}/full`, { dispatcher })
  await answer.body.dump()
  const { location, 'retry-after': seconds } = answer.headers
  return { status: answer.statusCode, location: String(location), retryAfter: Number(seconds) }
}

/** Reads the picture at this address. Throws unless the answer is 200. */
export async function readPicture(location: string): Promise<Buffer> {
  const { body, statusCode } = await request(location, { dispatcher })
  const picture = Buffer.from(await body.arrayBuffer())
  if (statusCode !== 200) throw new Error(`GET ${location}: ${statusCode} ${picture.toString()}`)
  return picture
}

/** Has this many containers of a service run; those that run already stay. */
export const scale = (service: string, count: number): Promise<string> =>
  compose(
    ...['up', '--no-build', '--detach', '--wait', '--no-recreate'],
    ...['--scale', `${service}=${count}`, service],
  )

/** Runs bin/pas in the API's container, as README says. Resolves to its answer. */
export const pas = async (...args: string[]): Promise<unknown> =>
  JSON.parse(await compose('exec', '-T', 'api', 'node', 'bin/pas', '--json', ...args))

/** Prints a line of the run's summary. */
export const summary = (line: string): void => void process.stdout.write(`summary: ${line}\n`)
