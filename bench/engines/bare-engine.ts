import type { Frame } from '@pas/email-clients/emulate/emulated-document'

/**
 * The baseline of an engine: the fewest calls that make the same picture with it, with its program kept running, for
 * one caller.
 */
interface BareEngine {
  capture(): Promise<unknown>
  close(): Promise<void>
}

/** What our engine and the bare one both draw. */
interface BareTask {
  html: string
  frame: Frame
  proxyUrl: string
  /** A folder that the bare engine may write to. */
  folder: string
  environment: Readonly<Record<string, string>>
}

/** Starts the bare engine for one document. */
export type StartBareEngine = (task: BareTask) => Promise<BareEngine>
