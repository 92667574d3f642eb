import type { Frame } from '@pas/email-clients/engine/emulated-document'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { assertMessage } from '../engine'
import { ownNamespaces } from '../confinement'
import type { EngineContext } from '../engine-context'
import { findGeckoProgram, startGecko } from '../gecko/gecko-process'
import { geckoEngineProcess, type LoadedDocument } from '../gecko/gecko-engine-process'
import type { Preferences } from '../gecko/gecko-preferences'
import { measureMessageSource } from '../message-area'
import { readProgram } from '../read-program'
import { sampleMessage } from '../sample'
import { assertNotRoot } from '../sandbox'
import type { EngineProcess } from '../supervised/engine-process'
import type { EngineLimits } from '../supervised/engine-run'
import { startTimeoutMs } from '../supervised/start-program'
import { SupervisedEngine } from '../supervised/supervised-engine'

type ColorScheme = Frame['colorScheme']
type WindowSize = Pick<Frame, 'width' | 'height'>

const remedy = "type 'apt-get install thunderbird' or set THUNDERBIRD_PATH"
const usualPaths = ['/usr/lib/thunderbird/thunderbird-bin', '/usr/lib/thunderbird/thunderbird']

/**
 * Thunderbird draws in its parent process, which has no sandbox. With a /proc of its own it cannot read the worker's
 * secrets.
 */
const confinement = [...ownNamespaces, '--mount-proc']

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
  let messageCount = 0
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
      const file = path.join(scratchFolder, `message-${++messageCount}.eml`)
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

const thunderbirdSource = `(() => {
${readProgram('gecko')}
${readProgram('settle')}
${measureMessageSource}
${readProgram('thunderbird')}
return thunderbirdProgram()
})()`

/** Added to `geckoPreferences`: no wizard, start page or dialog, only local folders, nothing fetched. */
function thunderbirdPreferences(colorScheme: Frame['colorScheme']): Preferences {
  return { ...quiet, ...localFolders, ...(colorScheme === 'dark' ? dark : {}) }
}

const quiet: Preferences = {
  'mail.provider.suppress_dialog_on_startup': true,
  'mail.spotlight.firstRunDone': true,
  'mail.winsearch.firstRunDone': true,
  'mail.rights.version': 1,
  'mail.shell.checkDefaultClient': false,
  'mail.inappnotifications.enabled': false,
  'mail.inappnotifications.url': '',
  'mail.biff.on_new_window': false,
  'mail.mdn.report.enabled': false,
  'mail.chat.enabled': false,
  'mailnews.start_page.enabled': false,
  'mailnews.start_page.override_url': '',
  'mailnews.auto_config_url': '',
  'mailnews.database.global.indexer.enabled': false,
  'app.donation.eoy.version.viewed': 999,
  'calendar.timezone.useSystemTimezone': false,
}

const localFolders: Preferences = {
  'mail.account.account1.server': 'server1',
  'mail.accountmanager.accounts': 'account1',
  'mail.accountmanager.localfoldersserver': 'server1',
  'mail.server.server1.hostname': 'Local Folders',
  'mail.server.server1.name': 'Local Folders',
  'mail.server.server1.type': 'none',
  'mail.server.server1.userName': 'nobody',
  'mail.server.server1.directory-rel': '[ProfD]Mail/Local Folders',
}

const dark: Preferences = {
  'ui.systemUsesDarkTheme': 1,
  'extensions.activeThemeID': 'thunderbird-compact-dark@mozilla.org',
  'mail.dark-reader.enabled': true,
}
