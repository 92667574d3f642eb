import type { Frame } from '@pas/email-clients/engine/emulated-document'

/** What an engine is measured against: the fewest calls that make the same picture with it, kept warm, for one caller. */
interface BareEngine {
  capture(): Promise<unknown>
  close(): Promise<void>
}

/** What is drawn, by ours and bare. */
interface BareTask {
  html: string
  frame: Frame
  proxyUrl: string
  /** A folder of its own. */
  folder: string
  environment: Readonly<Record<string, string>>
}

export type StartBareEngine = (task: BareTask) => Promise<BareEngine>
