import { assertHtml } from '../assert-document'
import type { EngineDocument } from '../engine'
import type { EngineSurroundings } from '../engine-surroundings'
import { assertNotRoot } from '../sandbox'
import type { RecycleLimits } from '../supervised/engine-run'
import { SupervisedEngine } from '../supervised/supervised-engine'
import { startWebkit, type WebkitKind } from './webkit-process'

/** WebKit's own memory stayed flat over 150 captures; this is for what a hostile email may leave. */
const limits: RecycleLimits = { captures: 200, residentBytes: 2 * 1024 ** 3 }

const firstKind: WebkitKind = { deviceScaleFactor: 1, colorScheme: 'light' }

/**
 * Draws HTML in WebKitGTK, several documents of a worker at a time. Pixel density and colour scheme belong to the worker. Rejects
 * with an `EngineStartError` when it cannot be served here.
 */
export async function startWebkitEngine(surroundings: EngineSurroundings): Promise<SupervisedEngine> {
  if (surroundings.isSandboxed) assertNotRoot('webkit')
  return SupervisedEngine.start(
    {
      name: 'webkit',
      kindOf,
      start: (kind) => startWebkit(surroundings, JSON.parse(kind) as WebkitKind),
      capacity: Infinity,
      limits: { ...limits, ...surroundings.recycle },
      onStartFailed: surroundings.onStartFailed,
    },
    JSON.stringify(firstKind),
  )
}

function kindOf(document: EngineDocument): string {
  assertHtml('webkit', document)
  const { deviceScaleFactor, colorScheme } = document.frame
  return JSON.stringify({ deviceScaleFactor, colorScheme } satisfies WebkitKind)
}
