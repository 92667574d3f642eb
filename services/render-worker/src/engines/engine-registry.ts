import type { Frame } from '@pas/email-clients/emulate/emulated-document'
import { startChromiumEngine } from './chromium/chromium-engine'
import type { RecycleLimits } from './chromium/browser'
import type { Engine } from './engine'
import { startTextEngine } from './text/text-engine'

/** What an engine may need to start. */
export interface EngineSurroundings {
  proxyUrl: string
  blankPageUrl: string
  concurrency: number
  isSandboxed: boolean
  chromiumPath: string | null
  recycle: RecycleLimits
  /** All of our environment that an engine's processes see. */
  environment: Readonly<Record<string, string>>
  /** Shapes the clients of an engine are drawn in. */
  framesOf: (engine: string) => readonly Frame[]
}

type StartEngine = (surroundings: EngineSurroundings) => Promise<Engine>

const startByName = {
  chromium: ({ chromiumPath, framesOf, ...surroundings }) =>
    startChromiumEngine({ ...surroundings, executablePath: chromiumPath, frames: framesOf('chromium') }),
  text: () => startTextEngine(),
} satisfies Record<string, StartEngine>

export type ServedEngineName = keyof typeof startByName

/** The engines this build has. */
export const engineNames = Object.keys(startByName) as ServedEngineName[]

/** Rejects with an `EngineStartError` that says what is missing. */
export function startEngine(name: ServedEngineName, surroundings: EngineSurroundings): Promise<Engine> {
  const start: StartEngine = startByName[name]
  return start(surroundings)
}
