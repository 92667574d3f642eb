import type { Frame } from '@pas/email-clients/engine/emulated-document'
import type { AssetOrigin } from '../asset-origin'
import type { EngineLimits } from './supervised/engine-run'

export interface EngineContext {
  proxyUrl: string
  blankPageUrl: string
  serveDocument: AssetOrigin['serveDocument']
  concurrency: number
  isSandboxed: boolean
  /** Null tries the paths of Debian. */
  chromiumPath: string | null
  firefoxPath: string | null
  thunderbirdPath: string | null
  niceness?: number | undefined
  engineLimits: Partial<EngineLimits>
  /** Only for later processes: the first one's failure rejects the start. */
  onStartFailed: (error: unknown) => void
  /** Holds no secrets. */
  environment: Readonly<Record<string, string>>
  framesOf: (engine: string) => readonly Frame[]
}
