import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { ownNamespaces } from '../confinement'
import { EngineStartError } from '../engine-start-error'
import { sandboxStartError } from '../sandbox'
import { startProgram, withinStartTimeout } from '../supervised/start-program'
import { chromiumFlags } from './chromium-flags'
import { MessagePipe } from './message-pipe'

export interface ChromiumProcessOptions {
  executablePath: string
  /**
   * This command gets the browser's command line as arguments, and must run it in its own process group with
   * descriptors 3 and 4.
   */
  launcher?: readonly string[]
  proxyUrl: string
  niceness?: number | undefined
  isSandboxed: boolean
  /** Frames are drawn by `HeadlessExperimental.beginFrame` alone, one page at a time. */
  drawsOnCommand?: boolean
  environment: Readonly<Record<string, string>>
}

/** A process group of its own, with all child processes. */
export interface BrowserProcess<Driver> {
  pid: number
  driver: Driver
  exited: Promise<void>
  residentBytes(): Promise<number>
  /** Resolves when the group has ended and its profile folder is removed. */
  kill(): Promise<void>
}

/** A headless shell draws twice as fast as a full Chromium. */
const usualPaths = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
]

export const findChromiumProgram = (configured: string | null): string | null =>
  configured ?? usualPaths.find((candidate) => existsSync(candidate)) ?? null

export async function startBrowserProcess<Driver>(
  engine: string,
  options: ChromiumProcessOptions,
  connect: (pipe: MessagePipe) => Promise<Driver>,
): Promise<BrowserProcess<Driver>> {
  let errorOutput = ''
  const [command = '', ...firstArgs] = [
    ...(options.launcher ?? []),
    // Chromium's own sandbox confines its renderers, these namespaces its browser process.
    ...(options.isSandboxed ? ownNamespaces : []),
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
      errorOutput = program.errorOutput()
      throw error
    }
  } catch (error) {
    throw startError(engine, options, errorOutput, error)
  }
}

function startError(
  engine: string,
  { executablePath, isSandboxed }: ChromiumProcessOptions,
  errorOutput: string,
  error: unknown,
): EngineStartError {
  const cause = new Error(errorOutput || String(error), { cause: error })
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'EACCES' || errorOutput.includes('unshare: failed to execute')) {
    const remedy = `there is no browser at '${executablePath}'; type 'apt-get install chromium-headless-shell' or set CHROMIUM_PATH.`
    return new EngineStartError(engine, remedy, { cause })
  }
  // Chromium and unshare report a missing sandbox only on standard error before they exit.
  if (isSandboxed && /sandbox|unshare: /i.test(errorOutput)) return sandboxStartError(engine, cause)
  const said = errorOutput.split('\n').at(-1) ?? ''
  return new EngineStartError(engine, `'${executablePath}' did not come up (${said || String(error)}).`, {
    cause,
  })
}
