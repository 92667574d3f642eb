import type { Readable } from 'node:stream'
import { findProgram } from '@pas/engine-programs/find-program'
import { CaptureError } from '../../errors'
import { EngineStartError } from '../engine-start-error'
import { sandboxStartError } from '../sandbox'
import { startProgram, startTimeoutMs, type RunningProgram } from '../supervised/start-program'
import { browserArguments, type BrowserName } from './browser-arguments'
import { listBrowserFiles, type BrowserFile } from './browser-files'
import { planConfinedRun, type TextBrowserContext } from './plan-confined-run'

/** A program that hangs is killed, and the page is tried once more. */
const tryTimeoutMs = 6_000
const triesPerDump = 2
const installHint = "type 'apt-get install w3m lynx util-linux'"
const maxDumpBytes = 8 * 1024 ** 2
const lineFeed = 0x0a

export interface Dump {
  lines: string[]
  isCut: boolean
}

interface Run extends Dump {
  exitCode: number | null
  errorOutput: string
}

/** It has no sandbox, so each page gets a process, a root and namespaces of its own. */
export class TextBrowser {
  version = ''
  private readonly running = new Set<RunningProgram>()
  private isClosed = false

  private constructor(
    private readonly name: BrowserName,
    private readonly files: readonly BrowserFile[],
    private readonly context: TextBrowserContext,
  ) {}

  static async open(name: BrowserName, context: TextBrowserContext): Promise<TextBrowser> {
    const program = findProgram([name], context.environment.PATH ?? '')
    if (program === null) throw new EngineStartError('text', `${name} is not on PATH; ${installHint}.`)
    try {
      const browser = new TextBrowser(name, await listBrowserFiles(name, program), context)
      const timeout = AbortSignal.timeout(startTimeoutMs)
      const { lines, errorOutput } = await browser.run('', () => ['-version'], 10, timeout)
      const version = /version (?:w3m\/)?([\w.+~-]+)/i.exec(lines.join('\n'))?.[1]
      if (version === undefined) throw startError(name, context.isSandboxed, errorOutput)
      browser.version = `${name}/${version}`
      return browser
    } catch (cause) {
      if (cause instanceof EngineStartError) throw cause
      throw new EngineStartError('text', `'${program}' cannot be used (${String(cause)}); ${installHint}.`, {
        cause,
      })
    }
  }

  /** Shows the page as a terminal with this many columns. Rejects with a `CaptureError`. */
  async dump(html: string, columns: number, maxLines: number, signal: AbortSignal): Promise<Dump> {
    const { proxyUrl } = this.context
    const argumentsIn = (root: string): string[] => browserArguments[this.name]({ root, columns, proxyUrl })
    for (let tryNumber = 1; ; tryNumber++) {
      const tryTimeout = AbortSignal.timeout(tryTimeoutMs)
      const timeout = AbortSignal.any([signal, tryTimeout])
      const { lines, isCut, exitCode } = await this.run(withCharset(html), argumentsIn, maxLines, timeout)
      if (isCut || exitCode === 0) return { lines, isCut }
      if (signal.aborted) throw new CaptureError('capture_timeout', 'the capture took too long')
      if (tryNumber < triesPerDump && !this.isClosed) continue
      if (tryTimeout.aborted) throw new CaptureError('capture_timeout', `${this.name} took too long`)
      throw new CaptureError('engine_crashed', `${this.name} ended with status ${exitCode ?? 'unknown'}`)
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    await Promise.all([...this.running].map((program) => program.kill()))
  }

  private async run(
    html: string,
    argumentsIn: (root: string) => string[],
    maxLines: number,
    signal: AbortSignal,
  ): Promise<Run> {
    const plan = planConfinedRun(this.name, this.files, this.context, html, argumentsIn)
    const program = await startProgram(plan)
    this.running.add(program)
    const end = (): void => void program.kill()
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted || this.isClosed) end()
    // The watching shell keeps the output open after the browser's end: kill it, so that `readDump` reaches the end.
    void program.exited.then(end)
    try {
      const dump = await readDump(program.child.stdout, maxLines)
      if (!dump.isCut) await program.exited
      return { ...dump, exitCode: program.child.exitCode, errorOutput: program.errorOutput() }
    } finally {
      signal.removeEventListener('abort', end)
      await program.kill()
      this.running.delete(program)
    }
  }
}

/** The first declaration counts, whatever the email's own says. */
const withCharset = (html: string): string =>
  `<meta http-equiv="Content-Type" content="text/html; charset=utf-8">${html}`

async function readDump(output: Readable | null, maxLines: number): Promise<Dump> {
  const chunks: Buffer[] = []
  let byteCount = 0
  let lineCount = 0
  for await (const chunk of (output ?? []) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    byteCount += chunk.length
    for (const byte of chunk) if (byte === lineFeed) lineCount++
    if (lineCount > maxLines || byteCount > maxDumpBytes) break
  }
  const text = Buffer.concat(chunks).subarray(0, maxDumpBytes).toString()
  const lines = text.replace(/\n$/, '').split('\n')
  return { lines: lines.slice(0, maxLines), isCut: lines.length > maxLines || byteCount > maxDumpBytes }
}

function startError(name: BrowserName, isSandboxed: boolean, errorOutput: string): EngineStartError {
  if (isSandboxed && errorOutput.includes('unshare')) return sandboxStartError('text', new Error(errorOutput))
  const said = errorOutput.split('\n').at(-1) ?? ''
  return new EngineStartError(
    'text',
    `${name} does not run (${said || 'it says no version'}); ${installHint}.`,
  )
}
