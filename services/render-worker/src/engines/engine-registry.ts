import { startChromiumEngine } from './chromium/chromium-engine'
import type { Engine } from './engine'
import type { EngineSurroundings } from './engine-surroundings'
import { startFirefoxEngine } from './firefox/firefox-engine'
import { startRoundcubeEngine } from './roundcube/roundcube-engine'
import { startTextEngine } from './text/text-engine'
import { startThunderbirdEngine } from './thunderbird/thunderbird-engine'
import { startWebkitEngine } from './webkit/webkit-engine'

type StartEngine = (surroundings: EngineSurroundings) => Promise<Engine>

const startByName = {
  chromium: ({ chromiumPath, framesOf, ...surroundings }) =>
    startChromiumEngine({ ...surroundings, executablePath: chromiumPath, frames: framesOf('chromium') }),
  firefox: startFirefoxEngine,
  roundcube: startRoundcubeEngine,
  text: startTextEngine,
  thunderbird: startThunderbirdEngine,
  webkit: startWebkitEngine,
} satisfies Record<string, StartEngine>

export type ServedEngineName = keyof typeof startByName

/** The engines this build has. */
export const engineNames = Object.keys(startByName) as ServedEngineName[]

/** Rejects with an `EngineStartError` that says what is missing. */
export function startEngine(name: ServedEngineName, surroundings: EngineSurroundings): Promise<Engine> {
  const start: StartEngine = startByName[name]
  return start(surroundings)
}
