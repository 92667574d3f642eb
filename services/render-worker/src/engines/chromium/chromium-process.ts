import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { EngineStartError } from '../engine-start-error'
import { CdpConnection } from './cdp-connection'
import { chromiumFlags } from './chromium-flags'
import { killProcessGroup, residentBytes } from './process-group'
import { createProfileFolder, removeProfileFolder } from './profile-folder'
import { sandboxStartError } from './sandbox'

/** How long a browser may take to answer for the first time. */
const startTimeoutMs = 15_000

export interface ChromiumProcessOptions {
  executablePath: string
  proxyUrl: string
  isSandboxed: boolean
  /** All the browser sees of our environment: nothing of it may be secret. */
  environment: Readonly<Record<string, string>>
}

/** One running browser and everything it started, in a process group of its own. */
export interface ChromiumProcess {
  /** Also the id of its process group. */
  pid: number
  /** E.g. `HeadlessChrome/156.0.8078.79`. */
  version: string
  connection: CdpConnection
  exited: Promise<void>
  residentBytes(): Promise<number>
  /** Ends the whole group at once; resolves when it is gone and its profile is removed. */
  kill(): Promise<void>
}

/** Starts a browser. Rejects with an `EngineStartError` that says what to install or set. */
export async function startChromium(options: ChromiumProcessOptions): Promise<ChromiumProcess> {
  const profileFolder = createProfileFolder()
  const child = spawn(options.executablePath, chromiumFlags({ ...options, profileFolder }), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
    env: options.environment,
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const lastWords = readLastWords(child)
  const connection = new CdpConnection(child.stdio[3] as Writable, child.stdio[4] as Readable)
  let isReaped = false
  const kill = async (): Promise<void> => {
    // Once more after its first process has gone: that one's children may outlive it. Never again: the id is free then.
    if (!isReaped && child.pid !== undefined) killProcessGroup(child.pid)
    await exited
    if (!isReaped && child.pid !== undefined) killProcessGroup(child.pid)
    isReaped = true
    removeProfileFolder(profileFolder)
  }
  try {
    const pid = await spawned(child)
    const { product } = await withinStartTimeout(connection.send('Browser.getVersion'))
    return { pid, version: product, connection, exited, residentBytes: () => residentBytes(pid), kill }
  } catch (error) {
    await kill()
    throw startError(options, lastWords(), error)
  }
}

function startError(options: ChromiumProcessOptions, lastWords: string, error: unknown): EngineStartError {
  const cause = new Error(lastWords || String(error), { cause: error })
  if (
    (error as NodeJS.ErrnoException).code === 'ENOENT' ||
    (error as NodeJS.ErrnoException).code === 'EACCES'
  ) {
    const remedy = `there is no browser at '${options.executablePath}'; type 'apt-get install chromium-headless-shell' or set CHROMIUM_PATH.`
    return new EngineStartError('chromium', remedy, { cause })
  }
  // The browser's only way to say so is a line of text and its end.
  if (options.isSandboxed && /sandbox/i.test(lastWords)) return sandboxStartError(cause)
  const said = lastWords.split('\n').at(-1) ?? ''
  return new EngineStartError(
    'chromium',
    `'${options.executablePath}' did not come up (${said || String(error)}).`,
    {
      cause,
    },
  )
}

function spawned(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('spawn', () => resolve(child.pid ?? 0))
  })
}

async function withinStartTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${startTimeoutMs} ms`)), startTimeoutMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What the browser wrote first; later output may speak of an email and is dropped. */
function readLastWords(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    if (text.length < 4_000) text += chunk.toString()
  })
  return () => text.trim()
}
