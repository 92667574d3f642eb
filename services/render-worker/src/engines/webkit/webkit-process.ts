import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Frame, HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { inCorner } from '../confinement'
import type { Picture } from '../engine'
import { EngineStartError } from '../engine-start-error'
import { fontFolders } from '../font-folders'
import type { EngineContext } from '../engine-context'
import { sandboxStartError } from '../sandbox'
import { EngineProcessError, type EngineProcess } from '../supervised/engine-process'
import { startProgram, withinStartTimeout, type RunningProgram } from '../supervised/start-program'
import { measureMessageSource } from '../message-area'
import { maxPicturePixels } from '../picture-area'
import { pageOrder } from './page-order'
import { pictureOfPixels } from './picture-of-pixels'
import { WorkerConnection, type Greeting } from './worker-connection'
import { loadTimeoutMs } from '../load-timeout'

export type WebkitContext = Pick<
  EngineContext,
  'proxyUrl' | 'serveDocument' | 'concurrency' | 'isSandboxed' | 'environment'
>

/** What belongs to a whole process of GTK. */
export type WebkitKind = Pick<Frame, 'deviceScaleFactor' | 'colorScheme'>

/** Debian's own: its bindings are for no other Python. */
const pythonPath = '/usr/bin/python3'
/** Beside this file, in `src` as in `dist`. */
const workerPath = path.join(__dirname, 'worker', 'main.py')

/** What WebKit's own sandbox takes over from the root it is started in (BubblewrapLauncher.cpp). */
const passedOn = ['block', 'bus', 'class', 'dev', 'devices'].map((name) => `/sys/${name}`)

/** Where the worker reads its commands, and where it writes its answers. */
const commandsFd = 4
const answersFd = 1

/** The display ends after the process that uses it. */
const displayEndTimeoutMs = 2_000

const installation = "type 'apt-get install gir1.2-webkit2-4.1 python3-gi python3-gi-cairo xvfb'."

/** Starts a worker of this kind. Rejects with an `EngineStartError` that says what to install or set. */
export async function startWebkit(context: WebkitContext, kind: WebkitKind): Promise<EngineProcess> {
  const { proxyUrl, concurrency, isSandboxed, environment } = context
  let program: RunningProgram
  try {
    program = await startProgram({
      engine: 'webkit',
      command: '/usr/bin/env',
      args: (scratchFolder) => {
        // /usr it sees anyway.
        const fonts = fontFolders(environment.FONTCONFIG_FILE).filter((folder) => !folder.startsWith('/usr/'))
        const readable = [path.dirname(workerPath), ...fonts, ...passedOn]
        return [
          // WebKit's sandbox is around what it draws, not around this process, which is given the pixels and the network's answers.
          ...(isSandboxed ? inCorner({ readable, folder: scratchFolder, hasNetwork: true }) : []),
          pythonPath,
          // Nothing of the user's, and no compiled copy beside the source.
          ...['-E', '-s', '-B', workerPath],
          JSON.stringify({
            ...{ ...kind, proxyUrl, concurrency, isSandboxed, scratchFolder },
            fontFolders: fonts,
          }),
        ]
      },
      environment,
      isWatched: true,
      // Standard input and 3 are the watcher's.
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
    if (!greeting.ready) throw new Error(greeting.missing)
  } catch (error) {
    await program.kill()
    throw startError(greeting, isSandboxed, new Error(program.lastWords() || String(error), { cause: error }))
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
      // In its corner it has a /tmp of its own.
      if (!isSandboxed) await untilDisplayIsGone(displayNumber)
    },
  }
}

/** Of all of a page that was ended where its picture ends: the pixels of a picture, and what rounding adds. */
const maxPixels = Math.ceil(maxPicturePixels * 1.05)

let drawings = 0

async function drawHtml(
  connection: WorkerConnection,
  { serveDocument }: WebkitContext,
  scratchFolder: string,
  document: HtmlDocument,
): Promise<Picture> {
  const { width, height, deviceScaleFactor } = document.frame
  const file = path.join(scratchFolder, `pixels-${++drawings}`)
  const served = serveDocument(document.html, { isEvaluatedIn: true })
  try {
    const drawn = await connection.draw({
      ...{ url: served.url, width, height, loadTimeoutMs, file, maxPixels },
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
  if (isSandboxed) return sandboxStartError('webkit', cause)
  return new EngineStartError('webkit', `its worker ended; ${installation}`, { cause })
}

/** The X server ends by itself after the process that started it, and takes its socket out of /tmp. */
async function untilDisplayIsGone(displayNumber: number): Promise<void> {
  const deadline = Date.now() + displayEndTimeoutMs
  while (existsSync(`/tmp/.X11-unix/X${displayNumber}`) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 10))
}
