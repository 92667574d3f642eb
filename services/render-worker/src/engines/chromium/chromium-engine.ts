import type { Frame } from '@pas/email-clients/engine/emulated-document'
import { assertHtml } from '../engine'
import { EngineStartError } from '../engine-start-error'
import type { EngineContext } from '../engine-context'
import { sampleDocument } from '../sample'
import { assertNotRoot } from '../sandbox'
import type { EngineProcess } from '../supervised/engine-process'
import type { EngineLimits } from '../supervised/engine-run'
import { withinStartTimeout } from '../supervised/start-program'
import { SupervisedEngine } from '../supervised/supervised-engine'
import { findChromiumProgram, type ChromiumProcessOptions } from './chromium-process'
import { drawDocument } from './draw-document'
import { measureContrast } from './measure-contrast'
import { PagePool } from './page-pool'
import { preparePage } from './prepared-page'
import { startChromium } from './start-chromium'

export interface ChromiumEngineOptions extends Omit<ChromiumProcessOptions, 'executablePath'> {
  /** Null tries the paths of Debian and its derivatives. */
  executablePath: string | null
  serveDocument: EngineContext['serveDocument']
  engineLimits: Partial<EngineLimits>
  onStartFailed: EngineContext['onStartFailed']
  frames: readonly Frame[]
}

/** Frame and colour scheme are set per page, so any browser can draw any document. */
const onlyKind = 'browser'
const rememberedFrames = 4
const limits: EngineLimits = { captures: 200, residentBytes: 2 * 1024 ** 3 }

export async function startChromiumEngine(options: ChromiumEngineOptions): Promise<SupervisedEngine> {
  if (options.isSandboxed) assertNotRoot('chromium')
  const executablePath = findChromiumProgram(options.executablePath)
  if (executablePath === null) {
    throw new EngineStartError(
      'chromium',
      "no Chromium was found; type 'apt-get install chromium-headless-shell' or set CHROMIUM_PATH.",
    )
  }
  let latestFrames = options.frames
  const start = (): Promise<EngineProcess> =>
    startBrowser({ ...options, executablePath, frames: latestFrames }, (frame) => {
      latestFrames = withLatest(latestFrames, frame)
    })
  return SupervisedEngine.start(
    {
      name: 'chromium',
      kindOf: (document) => {
        assertHtml('chromium', document)
        return onlyKind
      },
      sampleOf: () => sampleDocument,
      start,
      capacity: 1,
      // The spare takes their place at once.
      extraIdleMs: 20_000,
      limits: { ...limits, ...options.engineLimits },
      onStartFailed: options.onStartFailed,
    },
    onlyKind,
  )
}

async function startBrowser(
  options: ChromiumEngineOptions & { executablePath: string },
  onDraw: (frame: Frame) => void,
): Promise<EngineProcess> {
  const chromium = await startChromium({ ...options, drawsOnCommand: true })
  const { serveDocument, frames } = options
  const { pid, exited } = chromium
  const { connection, version } = chromium.driver
  const pages = new PagePool((frame) => preparePage(chromium.driver, frame), frames)
  try {
    await withinStartTimeout(pages.warm())
  } catch (error) {
    await chromium.kill()
    throw error
  }
  return {
    pid,
    version,
    exited,
    get isConnected() {
      return !connection.isClosed
    },
    ping: async () => {
      await connection.send('Browser.getVersion')
    },
    draw: (document, _signal, owner) => {
      assertHtml('chromium', document)
      onDraw(document.frame)
      return pages.withPage(document.frame, owner, async (page) => {
        const result = await drawDocument(page, document, serveDocument)
        return { result, isPageReusable: !result.truncated }
      })
    },
    hasPageOf: (document, owner) => {
      assertHtml('chromium', document)
      return pages.hasKept(document.frame, owner)
    },
    measureContrast: (document, judge, owner) => {
      assertHtml('chromium', document)
      return pages.withPage(document.frame, owner, async (page) => {
        const result = await measureContrast(page, document, serveDocument, judge)
        return { result, isPageReusable: true }
      })
    },
    residentBytes: () => chromium.residentBytes(),
    retire: () => pages.close(),
    kill: () => chromium.kill(),
  }
}

function withLatest(frames: readonly Frame[], latest: Frame): readonly Frame[] {
  if (frames.at(0) === latest) return frames
  const shape = JSON.stringify(latest)
  const others = frames.filter((known) => JSON.stringify(known) !== shape)
  return [latest, ...others].slice(0, rememberedFrames)
}
