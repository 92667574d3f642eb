import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Frame } from '@pas/email-clients/engine/emulated-document'
import { assertMessage } from '../assert-document'
import { apart } from '../confinement'
import type { EngineContext } from '../engine-context'
import { findGeckoProgram } from '../gecko/find-gecko-program'
import { geckoEngineProcess, type LoadedDocument } from '../gecko/gecko-engine-process'
import { startGecko } from '../gecko/gecko-process'
import { sampleMessage } from '../sample'
import { assertNotRoot } from '../sandbox'
import type { EngineProcess } from '../supervised/engine-process'
import type { EngineLimits } from '../supervised/engine-run'
import { startTimeoutMs } from '../supervised/start-program'
import { SupervisedEngine } from '../supervised/supervised-engine'
import { thunderbirdPreferences } from './thunderbird-preferences'
import { thunderbirdSource } from './thunderbird-source'

type ColorScheme = Frame['colorScheme']
type WindowSize = Pick<Frame, 'width' | 'height'>

const remedy = "type 'apt-get install thunderbird' or set THUNDERBIRD_PATH"
const usualPaths = ['/usr/lib/thunderbird/thunderbird-bin', '/usr/lib/thunderbird/thunderbird']

/**
 * Thunderbird draws in its parent process, which has no sandbox. With a /proc of its own it cannot read the worker's
 * secrets.
 */
const confinement = [...apart, '--mount-proc']

/** Thunderbird keeps 8 MB of each message. */
const limits: EngineLimits = { captures: 50, residentBytes: 1_500 * 1024 ** 2 }

/** Light and dark theme need separate processes. */
export async function startThunderbirdEngine(context: EngineContext): Promise<SupervisedEngine> {
  const { thunderbirdPath, framesOf, isSandboxed } = context
  if (isSandboxed) assertNotRoot('thunderbird')
  const executablePath = findGeckoProgram('thunderbird', thunderbirdPath, usualPaths, remedy)
  let latestSize: WindowSize = framesOf('thunderbird')[0] ?? { width: 800, height: 900 }
  const start = (colorScheme: ColorScheme): Promise<EngineProcess> =>
    startThunderbird({ ...context, executablePath, colorScheme, size: latestSize }, (size) => {
      latestSize = size
    })
  return SupervisedEngine.start(
    {
      name: 'thunderbird',
      kindOf: (document) => {
        assertMessage('thunderbird', document)
        return document.frame.colorScheme
      },
      sampleOf: (kind) => sampleMessage(colorSchemeOf(kind)),
      isSlowAtFirst: true,
      start: (kind) => start(colorSchemeOf(kind)),
      capacity: 1,
      limits: { ...limits, ...context.engineLimits },
      onStartFailed: context.onStartFailed,
    },
    'light',
  )
}

const colorSchemeOf = (kind: string): ColorScheme => (kind === 'dark' ? 'dark' : 'light')

async function startThunderbird(
  options: EngineContext & { executablePath: string; colorScheme: ColorScheme; size: WindowSize },
  onDraw: (size: WindowSize) => void,
): Promise<EngineProcess> {
  const { executablePath, colorScheme } = options
  const gecko = await startGecko(
    {
      engine: 'thunderbird',
      product: 'Thunderbird',
      executablePath,
      preferences: thunderbirdPreferences(colorScheme),
      confinement,
      source: thunderbirdSource,
    },
    options,
  )
  const { program, scratchFolder } = gecko
  let { width, height } = options.size
  let messages = 0
  const prepare = (): Promise<unknown> =>
    program.call('prepare', { width, height, timeoutMs: startTimeoutMs })
  return geckoEngineProcess(gecko, {
    prepare,
    load: async (document) => {
      assertMessage('thunderbird', document)
      const { source, frame, images, leastHeight } = document
      onDraw(frame)
      if (frame.width !== width || frame.height !== height) {
        ;({ width, height } = frame)
        await prepare()
      }
      // Thunderbird caches messages by their URL.
      const file = path.join(scratchFolder, `message-${++messages}.eml`)
      await writeFile(file, source)
      try {
        const order = {
          selector: null,
          frameWidth: frame.width,
          zoom: 1,
          tooWide: null,
          maxStretch: null,
          leastHeight: leastHeight ?? null,
        }
        const request = { file, images, order }
        const loaded = await program.call<LoadedDocument>('load', request)
        return { ...loaded, deviceScaleFactor: frame.deviceScaleFactor }
      } finally {
        await rm(file, { force: true })
      }
    },
  })
}
