import { startChromiumEngine } from './chromium/chromium-engine'
import type { Engine } from './engine'
import type { EngineContext } from './engine-context'
import { startFirefoxEngine } from './firefox/firefox-engine'
import { startTextEngine } from './text/text-engine'
import { startThunderbirdEngine } from './thunderbird/thunderbird-engine'
import { startWebkitEngine } from './webkit/webkit-engine'

type StartEngine = (context: EngineContext) => Promise<Engine>

const startByName = {
  chromium: ({ chromiumPath, framesOf, ...context }) =>
    startChromiumEngine({ ...context, executablePath: chromiumPath, frames: framesOf('chromium') }),
  firefox: startFirefoxEngine,
  // Imported on demand: Playwright takes 80 MB and most of a second.
  roundcube: async (context) => (await import('./roundcube/roundcube-engine')).startRoundcubeEngine(context),
  text: startTextEngine,
  thunderbird: startThunderbirdEngine,
  webkit: startWebkitEngine,
} satisfies Record<string, StartEngine>

export type ServedEngineName = keyof typeof startByName

export const servedEngineNames = Object.keys(startByName) as ServedEngineName[]

/** Rejects with an `EngineStartError` that says what to install or set. */
export function startEngine(name: ServedEngineName, context: EngineContext): Promise<Engine> {
  const start: StartEngine = startByName[name]
  return start(context)
}
