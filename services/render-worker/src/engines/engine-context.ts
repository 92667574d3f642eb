import type { Frame } from '@pas/email-clients/engine/emulated-document'
import type { AssetOrigin } from '../asset-origin'
import type { EngineLimits } from './supervised/engine-run'

/** What engines are given to start; each uses a part of it. */
export interface EngineContext {
  /** The asset origin's proxy, the only network address that an engine may reach. */
  proxyUrl: string
  blankPageUrl: string
  /** For an engine that loads its document by URL. */
  serveDocument: AssetOrigin['serveDocument']
  concurrency: number
  isSandboxed: boolean
  /** Paths of programs; null: the paths where Debian installs them are tried. */
  chromiumPath: string | null
  firefoxPath: string | null
  thunderbirdPath: string | null
  /** Niceness of the engine's programs (nice(1)); 0 when not set. */
  niceness?: number | undefined
  engineLimits: Partial<EngineLimits>
  /** Called for each later process that does not start; the failure of the first rejects the start. */
  onStartFailed: (error: unknown) => void
  /** The whole environment of an engine's processes; it holds no secret. */
  environment: Readonly<Record<string, string>>
  /** The frames in which an engine's email clients are drawn, so that pages of these shapes can be made ahead. */
  framesOf: (engine: string) => readonly Frame[]
}
