import type { Frame } from '@pas/email-clients/engine/emulated-document'
import type { AssetOrigin } from '../asset-origin'
import type { EngineLimits } from './supervised/engine-run'

/** Each engine uses a part of it. */
export interface EngineContext {
  /** The only network address that an engine may reach. */
  proxyUrl: string
  blankPageUrl: string
  /** For engines that load their document by URL. */
  serveDocument: AssetOrigin['serveDocument']
  concurrency: number
  isSandboxed: boolean
  /** Null: where Debian installs them. */
  chromiumPath: string | null
  firefoxPath: string | null
  thunderbirdPath: string | null
  /** nice(1); 0 when not set. */
  niceness?: number | undefined
  engineLimits: Partial<EngineLimits>
  /** For later processes; the first one's failure rejects the start. */
  onStartFailed: (error: unknown) => void
  /** Without secrets. */
  environment: Readonly<Record<string, string>>
  /** Pages of these shapes can be made ahead. */
  framesOf: (engine: string) => readonly Frame[]
}
