import { blankPageUrl, type AssetOrigin } from '../services/render-worker/src/asset-origin'
import type { EngineContext } from '../services/render-worker/src/engines/engine-context'
import { framesOfEngine } from '../services/render-worker/src/frames-of-engine'

/** An engine started here as the worker starts it, with the programs and fonts of our environment. */
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
    recycle: {},
    onStartFailed: (error) => console.log(String(error)),
    environment: Object.fromEntries(
      passed.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
    ),
    framesOf: framesOfEngine,
  }
}
