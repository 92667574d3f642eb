import { blankPageUrl, type AssetOrigin } from '../services/render-worker/src/asset-origin'
import type { EngineContext } from '../services/render-worker/src/engines/engine-context'
import { framesOfEngine } from '../services/render-worker/src/frames-of-engine'

/**
 * The context with which a worker would start an engine, with the programs and fonts that this process's environment
 * names.
 */
export function benchEngineContext(origin: AssetOrigin, concurrency: number): EngineContext {
  const { env } = process
  const passed = ['PATH', 'HOME', 'TMPDIR', 'FONTCONFIG_FILE']
  return {
    ...origin,
    blankPageUrl,
    concurrency,
    isSandboxed: !env.ALLOW_UNSANDBOXED,
    chromiumPath: env.CHROMIUM_PATH ?? null,
    firefoxPath: env.FIREFOX_PATH ?? null,
    thunderbirdPath: env.THUNDERBIRD_PATH ?? null,
    engineLimits: {},
    onStartFailed: (error) => console.log(String(error)),
    environment: Object.fromEntries(
      passed.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
    ),
    framesOf: framesOfEngine,
  }
}
