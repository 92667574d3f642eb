import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Frame, HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { bubblewrapCommand } from '../confinement'
import type { Picture } from '../engine'
import { EngineStartError } from '../engine-start-error'
import { fontFolders } from '../font-folders'
import type { EngineContext } from '../engine-context'
import { sandboxStartError } from '../sandbox'
import { type EngineProcess, EngineProcessError } from '../supervised/engine-process'
import { type RunningProgram, startProgram, withinStartTimeout } from '../supervised/start-program'
import { measureMessageSource } from '../message-area'
import { maxPicturePixels } from '../picture-area'
import { type Greeting, pageOrder, WorkerConnection } from './worker-connection'
import { pictureOfPixels } from './picture-of-pixels'

export type WebkitContext = Pick<
  EngineContext,
  'proxyUrl' | 'serveDocument' | 'concurrency' | 'isSandboxed' | 'environment' | 'niceness'
>

/** GTK fixes these for a whole process. */
export type WebkitKind = Pick<Frame, 'deviceScaleFactor' | 'colorScheme'>

/** Its GObject bindings work with no other Python. */
const pythonPath = '/usr/bin/python3'
const workerPath = path.join(__dirname, 'worker', 'main.py')

/** WebKit's own sandbox binds these from its root (BubblewrapLauncher.cpp). */
const sandboxFolders = ['block', 'bus', 'class', 'dev', 'devices'].map((name) => `/sys/${name}`)

const commandsFd = 4
const answersFd = 1

const displayEndTimeoutMs = 2_000

const installation = "type 'apt-get install gir1.2-webkit2-4.1 python3-gi python3-gi-cairo xvfb'."

export async function startWebkit(context: WebkitContext, kind: WebkitKind): Promise<EngineProcess> {
  const { proxyUrl, concurrency, isSandboxed, environment, niceness } = context
  let program: RunningProgram
  try {
    program = await startProgram({
      engine: 'webkit',
      command: '/usr/bin/env',
      args: (scratchFolder) => {
        // `bubblewrapCommand` already makes /usr readable.
        const fonts = fontFolders(environment.FONTCONFIG_FILE).filter((folder) => !folder.startsWith('/usr/'))
        const readable = [path.dirname(workerPath), ...fonts, ...sandboxFolders]
        return [
          // WebKit's own sandbox does not confine this process, which handles pixels and network responses.
          ...(isSandboxed ? bubblewrapCommand({ readable, folder: scratchFolder, hasNetwork: true }) : []),
          pythonPath,
          // -E and -s: ignore the user's Python variables and packages. -B: write no compiled files.
          ...['-E', '-s', '-B', workerPath],
          JSON.stringify({
            ...kind,
            proxyUrl,
            concurrency,
            isSandboxed,
            scratchFolder,
            fontFolders: fonts,
          }),
        ]
      },
      environment,
      niceness,
      isWatched: true,
      // Descriptors 0 and 3 belong to the watching shell (`isWatched`).
      stdio: ['pipe', 'pipe', 'pipe', 'ignore', 'pipe'],
    })
  } catch (cause) {
    throw new EngineStartError('webkit', `${pythonPath} could not be started; ${installation}`, { cause })
  }
  const { child } = program
  const connection = new WorkerConnection(
    child.stdio.at(commandsFd) as Writable,
    child.stdio.at(answersFd) as Readable,
  )
  let greeting: Greeting = {}
  try {
    greeting = await withinStartTimeout(connection.greeting)
    if (!greeting.ready) throw new Error(greeting.missing ?? greeting.noDisplay)
  } catch (error) {
    await program.kill()
    const cause = new Error(program.errorOutput() || String(error), { cause: error })
    throw startError(greeting, isSandboxed, cause)
  }
  const { version, displayNumber } = greeting.ready
  return {
    pid: program.pid,
    version: `WebKitGTK/${version}`,
    exited: program.exited,
    get isConnected() {
      return !connection.isClosed
    },
    ping: () => connection.ping(),
    draw: (document) => drawHtml(connection, context, program.scratchFolder, document as HtmlDocument),
    residentBytes: () => program.residentBytes(),
    retire: () => connection.retire(),
    kill: async () => {
      await program.kill()
      // Under `bubblewrapCommand` the display's socket is in a private /tmp.
      if (!isSandboxed) await untilDisplayIsGone(displayNumber)
    },
  }
}

/** A picture's pixels, and what rounding adds. */
const maxPixels = Math.ceil(maxPicturePixels * 1.05)

let drawingCount = 0

async function drawHtml(
  connection: WorkerConnection,
  { serveDocument }: WebkitContext,
  scratchFolder: string,
  document: HtmlDocument,
): Promise<Picture> {
  const { width, height, deviceScaleFactor } = document.frame
  const file = path.join(scratchFolder, `pixels-${++drawingCount}`)
  const served = serveDocument(document.html, { isEvaluatedIn: true })
  try {
    const drawn = await connection.draw({
      url: served.url,
      width,
      height,
      file,
      maxPixels,
      page: pageOrder(document),
      measure: measureMessageSource,
    })
    if (!drawn.page) throw new EngineProcessError('the document has no element to capture')
    return await pictureOfPixels({ ...drawn, path: file }, drawn.page, deviceScaleFactor)
  } finally {
    served.release()
    await rm(file, { force: true })
  }
}

function startError(greeting: Greeting, isSandboxed: boolean, cause: Error): EngineStartError {
  if (greeting.missing !== undefined)
    return new EngineStartError('webkit', `something is not installed; ${installation}`, { cause })
  if (greeting.noDisplay !== undefined)
    return new EngineStartError('webkit', `it has no display, ${greeting.noDisplay}; ${installation}`, {
      cause,
    })
  if (isSandboxed) return sandboxStartError('webkit', cause)
  return new EngineStartError('webkit', `its worker ended; ${installation}`, { cause })
}

/** The X server ends after the process that started it. */
async function untilDisplayIsGone(displayNumber: number): Promise<void> {
  const deadline = Date.now() + displayEndTimeoutMs
  while (existsSync(`/tmp/.X11-unix/X${displayNumber}`) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 10))
}
