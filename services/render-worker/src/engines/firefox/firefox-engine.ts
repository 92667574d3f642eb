import { assertHtml } from '../engine'
import { ownNamespaces } from '../confinement'
import type { EngineContext } from '../engine-context'
import type { ChromeProgram } from '../gecko/chrome-program'
import { findGeckoProgram, type GeckoPlan, startGecko } from '../gecko/gecko-process'
import { geckoEngineProcess, type LoadedDocument } from '../gecko/gecko-engine-process'
import type { Preferences } from '../gecko/gecko-preferences'
import { measureMessageSource, messageOrder } from '../message-area'
import { readProgram } from '../read-program'
import { sampleDocument } from '../sample'
import { assertNotRoot, sandboxStartError } from '../sandbox'
import type { EngineProcess } from '../supervised/engine-process'
import type { EngineLimits } from '../supervised/engine-run'
import { withinStartTimeout } from '../supervised/start-program'
import { SupervisedEngine } from '../supervised/supervised-engine'

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
    confinement: ownNamespaces,
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

/** Throws an `EngineStartError` unless Gecko can sandbox content (about:support, "Sandbox"). */
async function assertContentSandbox(program: ChromeProgram): Promise<void> {
  const { canSandboxContent, hasUserNamespaces } = await program.call<SandboxFindings>('sandbox')
  if (canSandboxContent && hasUserNamespaces) return
  throw sandboxStartError('firefox')
}

interface SandboxFindings {
  canSandboxContent: boolean
  hasUserNamespaces: boolean
}

const documentSource = [readProgram('settle'), measureMessageSource, readProgram('firefox-document')].join(
  '\n',
)
const documentScript = `data:application/javascript;charset=utf-8,${encodeURIComponent(documentSource)}`

const firefoxSource = `(() => {
${readProgram('gecko')}
${readProgram('firefox')}
return firefoxProgram(${JSON.stringify(documentScript)})
})()`

const firefoxPreferences: Preferences = {
  // Each document gets its own process, which ends with it.
  'fission.autostart': true,
  'dom.ipc.keepProcessesAlive.web': 0,
  'dom.ipc.keepProcessesAlive.webIsolated.max': 0,
  'dom.ipc.keepProcessesAlive.webIsolated.perOrigin': 0,
  'browser.startup.page': 0,
  'browser.startup.homepage': 'about:blank',
  'browser.startup.homepage_override.mstone': 'ignore',
  'startup.homepage_welcome_url': 'about:blank',
  'browser.aboutwelcome.enabled': false,
  'termsofuse.bypassNotification': true,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'browser.newtabpage.enabled': false,
  'browser.newtab.preload': false,
  'browser.newtabpage.activity-stream.testing.shouldInitializeFeeds': false,
  'browser.newtabpage.activity-stream.asrouter.providers.cfr': '',
  'browser.topsites.contile.enabled': false,
  'browser.search.update': false,
  'browser.translations.enable': false,
  'browser.urlbar.suggest.searches': false,
  'browser.tabs.remote.separatePrivilegedContentProcess': false,
  'browser.discovery.enabled': false,
  'browser.contentblocking.report.lockwise.enabled': false,
  'identity.fxaccounts.enabled': false,
  'extensions.screenshots.disabled': true,
  'extensions.webcompat-reporter.enabled': false,
  'pdfjs.disabled': true,
}
