import type { Frame } from '@pas/email-clients/engine/emulated-document'
import type { AssetOrigin } from '../asset-origin'
import type { RecycleLimits } from './supervised/engine-run'

/** What an engine may need to start. */
export interface EngineContext {
  /** The only network it may have. */
  proxyUrl: string
  blankPageUrl: string
  /** For an engine that fetches the document it draws. */
  serveDocument: AssetOrigin['serveDocument']
  /** Captures at a time. */
  concurrency: number
  isSandboxed: boolean
  /** Programs that are not where Debian puts them; null: looked for there. */
  chromiumPath: string | null
  firefoxPath: string | null
  thunderbirdPath: string | null
  /** In place of an engine's own limits. */
  recycle: Partial<RecycleLimits>
  /** Told of each process that did not start, but for an engine's first. */
  onStartFailed: (error: unknown) => void
  /** All of our environment that an engine's processes see. */
  environment: Readonly<Record<string, string>>
  /** Shapes the clients of an engine are drawn in. */
  framesOf: (engine: string) => readonly Frame[]
}
