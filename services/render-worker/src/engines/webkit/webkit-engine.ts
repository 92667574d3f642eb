import { assertHtml, type EngineDocument } from '../engine'
import type { EngineContext } from '../engine-context'
import { sampleDocument } from '../sample'
import { assertNotRoot } from '../sandbox'
import type { EngineLimits } from '../supervised/engine-run'
import { SupervisedEngine } from '../supervised/supervised-engine'
import { startWebkit, type WebkitKind } from './webkit-process'

/** Memory stayed flat over 150 captures; the limits are for what hostile emails may leave behind. */
const limits: EngineLimits = { captures: 200, residentBytes: 2 * 1024 ** 3 }

const firstKind: WebkitKind = { deviceScaleFactor: 1, colorScheme: 'light' }

/** Each pixel density and colour scheme needs its own process. */
export async function startWebkitEngine(context: EngineContext): Promise<SupervisedEngine> {
  if (context.isSandboxed) assertNotRoot('webkit')
  return SupervisedEngine.start(
    {
      name: 'webkit',
      kindOf,
      sampleOf: (kind) => ({
        ...sampleDocument,
        frame: { ...sampleDocument.frame, ...(JSON.parse(kind) as WebkitKind) },
      }),
      start: (kind) => startWebkit(context, JSON.parse(kind) as WebkitKind),
      capacity: Infinity,
      limits: { ...limits, ...context.engineLimits },
      onStartFailed: context.onStartFailed,
    },
    JSON.stringify(firstKind),
  )
}

function kindOf(document: EngineDocument): string {
  assertHtml('webkit', document)
  const { deviceScaleFactor, colorScheme } = document.frame
  return JSON.stringify({ deviceScaleFactor, colorScheme } satisfies WebkitKind)
}
