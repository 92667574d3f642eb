import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { apart } from '../confinement'
import { EngineStartError } from '../engine-start-error'
import { sandboxStartError } from '../sandbox'
import { startProgram, withinStartTimeout } from '../supervised/start-program'
import { chromiumFlags } from './chromium-flags'
import { MessagePipe } from './message-pipe'

export interface ChromiumProcessOptions {
  executablePath: string
  /**
   * A command that gets the browser's command line as its arguments and runs it in its own process group, passing on
   * file descriptors 3 and 4 (the DevTools pipe).
   */
  launcher?: readonly string[]
  proxyUrl: string
  niceness?: number | undefined
  isSandboxed: boolean
  /** The browser's whole environment; it must hold no secret. */
  environment: Readonly<Record<string, string>>
}

/** A running browser with all its child processes, in a process group of its own. */
export interface BrowserProcess<Driver> {
  /** Also the id of its process group. */
  pid: number
  /** The DevTools client that `connect` made on the browser's pipe. */
  driver: Driver
  exited: Promise<void>
  residentBytes(): Promise<number>
  /** Kills the process group; resolves when it has ended and its profile folder is removed. */
  kill(): Promise<void>
}

/** Headless shells first: a full Chromium draws half as fast. */
const usualPaths = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
]

/** The configured path, else the first that exists where Debian and derivatives install it; or null. */
export const findChromiumProgram = (configured: string | null): string | null =>
  configured ?? usualPaths.find((candidate) => existsSync(candidate)) ?? null

/**
 * Starts a browser for `engine`; resolves when `connect` has made its driver. Rejects with an `EngineStartError` that
 * says what to install or set.
 */
export async function startBrowserProcess<Driver>(
  engine: string,
  options: ChromiumProcessOptions,
  connect: (pipe: MessagePipe) => Promise<Driver>,
): Promise<BrowserProcess<Driver>> {
  let lastWords = ''
  const [command = '', ...firstArgs] = [
    ...(options.launcher ?? []),
    // Chromium's own sandbox confines its renderers; these namespaces confine its browser process.
    ...(options.isSandboxed ? apart : []),
    options.executablePath,
  ]
  try {
    const program = await startProgram({
      engine,
      command,
      args: (profileFolder) => [...firstArgs, ...chromiumFlags({ ...options, profileFolder })],
      environment: options.environment,
      niceness: options.niceness,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    })
    const { child, pid, exited } = program
    const kill = (): Promise<void> => program.kill()
    const pipe = new MessagePipe(child.stdio[3] as Writable, child.stdio[4] as Readable)
    try {
      const driver = await withinStartTimeout(connect(pipe))
      return { pid, driver, exited, residentBytes: () => program.residentBytes(), kill }
    } catch (error) {
      await kill()
      lastWords = program.lastWords()
      throw error
    }
  } catch (error) {
    throw startError(engine, options, lastWords, error)
  }
}

function startError(
  engine: string,
  { executablePath, isSandboxed }: ChromiumProcessOptions,
  lastWords: string,
  error: unknown,
): EngineStartError {
  const cause = new Error(lastWords || String(error), { cause: error })
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'EACCES' || lastWords.includes('unshare: failed to execute')) {
    const remedy = `there is no browser at '${executablePath}'; type 'apt-get install chromium-headless-shell' or set CHROMIUM_PATH.`
    return new EngineStartError(engine, remedy, { cause })
  }
  // Chromium and unshare report a missing sandbox only by a line on standard error before they exit.
  if (isSandboxed && /sandbox|unshare: /i.test(lastWords)) return sandboxStartError(engine, cause)
  const said = lastWords.split('\n').at(-1) ?? ''
  return new EngineStartError(engine, `'${executablePath}' did not come up (${said || String(error)}).`, {
    cause,
  })
}
