import { assertHtml } from '../assert-document'
import { apart } from '../confinement'
import type { EngineContext } from '../engine-context'
import { findGeckoProgram } from '../gecko/find-gecko-program'
import { geckoEngineProcess, type LoadedDocument } from '../gecko/gecko-engine-process'
import { startGecko, type GeckoPlan } from '../gecko/gecko-process'
import { messageOrder } from '../message-area'
import { sampleDocument } from '../sample'
import { assertNotRoot } from '../sandbox'
import type { EngineProcess } from '../supervised/engine-process'
import type { EngineLimits } from '../supervised/engine-run'
import { withinStartTimeout } from '../supervised/start-program'
import { SupervisedEngine } from '../supervised/supervised-engine'
import { assertContentSandbox } from './content-sandbox'
import { firefoxPreferences } from './firefox-preferences'
import { firefoxSource } from './firefox-source'

const remedy = "type 'apt-get install firefox-esr' or set FIREFOX_PATH"
const usualPaths = ['/usr/lib/firefox-esr/firefox-esr', '/usr/lib/firefox/firefox', '/opt/firefox/firefox']

const onlyKind = 'browser'

const limits: EngineLimits = { captures: 200, residentBytes: 2_500 * 1024 ** 2 }

export async function startFirefoxEngine(context: EngineContext): Promise<SupervisedEngine> {
  if (context.isSandboxed) assertNotRoot('firefox')
  const plan: GeckoPlan = {
    engine: 'firefox',
    product: 'Firefox',
    executablePath: findGeckoProgram('firefox', context.firefoxPath, usualPaths, remedy),
    preferences: firefoxPreferences,
    // Firefox's own sandbox confines its content processes, these namespaces its parent process.
    confinement: apart,
    source: firefoxSource,
  }
  return SupervisedEngine.start(
    {
      name: 'firefox',
      kindOf: (document) => {
        assertHtml('firefox', document)
        return onlyKind
      },
      sampleOf: () => sampleDocument,
      start: () => startFirefox(plan, context),
      capacity: 1,
      limits: { ...limits, ...context.engineLimits },
      onStartFailed: context.onStartFailed,
    },
    onlyKind,
  )
}

async function startFirefox(plan: GeckoPlan, context: EngineContext): Promise<EngineProcess> {
  const gecko = await startGecko(plan, context)
  const { program } = gecko
  try {
    if (context.isSandboxed) await withinStartTimeout(assertContentSandbox(program))
  } catch (error) {
    await gecko.kill()
    throw error
  }
  const { blankPageUrl } = context
  return geckoEngineProcess(gecko, {
    prepare: () => program.call('prepare', { blankPageUrl }),
    load: async (document) => {
      assertHtml('firefox', document)
      const { html, frame } = document
      const served = context.serveDocument(html)
      try {
        const order = messageOrder(document)
        const request = { url: served.url, frame, order }
        const loaded = await program.call<LoadedDocument>('load', request)
        return { ...loaded, deviceScaleFactor: frame.deviceScaleFactor }
      } finally {
        served.release()
      }
    },
  })
}
