import type { MeasuredTexts } from '@pas/email-checks/measurements'
import type { Frame, HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { blankPageUrl, startAssetOrigin, type AssetOrigin } from '../src/asset-origin'
import { createLogger } from '@pas/runtime/logger'
import { openEmailEmulator } from '../src/email-emulator'
import type { ServedAsset } from '../src/load-email'
import type { EngineDocument, Picture, RawMessage } from '../src/engines/engine'
import { startEngine, type ServedEngineName } from '../src/engines/engine-registry'
import type { EngineContext } from '../src/engines/engine-context'
import type { EngineLimits } from '../src/engines/supervised/engine-run'
import { SupervisedEngine } from '../src/engines/supervised/supervised-engine'

export const desktopFrame: Frame = {
  width: 600,
  height: 400,
  deviceScaleFactor: 1,
  mobile: false,
  colorScheme: 'light',
}

/** A real engine with its own asset origin. */
export interface TestEngine {
  engine: SupervisedEngine
  assetOrigin: AssetOrigin
  /** Number of requests that its asset origin has refused. */
  refusals: () => number
  /** Draws HTML in the default frame. */
  draw(html: string, document?: Partial<HtmlDocument>): Promise<Picture>
  /** Draws a message with this HTML part. */
  drawMessage(html: string, message?: Partial<RawMessage>): Promise<Picture>
  /** `owner`: see `Engine.capture`. */
  capture(document: EngineDocument, timeoutMs?: number, owner?: string): Promise<Picture>
  /** As a worker measures it. */
  measureContrast(document: EngineDocument, timeoutMs?: number, owner?: string): Promise<MeasuredTexts>
  close(): Promise<void>
}

/** Starts a real engine. Fails for root, as the worker does: a browser gives root no sandbox. */
export async function startTestEngine(
  name: Exclude<ServedEngineName, 'text'>,
  engineLimits: Partial<EngineLimits> = {},
  context: Partial<EngineContext> = {},
): Promise<TestEngine> {
  let refused = 0
  const assetOrigin = await startAssetOrigin(() => {
    refused++
  })
  const engine = await startEngine(name, {
    ...assetOrigin,
    chromiumPath: process.env.CHROMIUM_PATH ?? null,
    firefoxPath: process.env.FIREFOX_PATH ?? null,
    thunderbirdPath: process.env.THUNDERBIRD_PATH ?? null,
    blankPageUrl,
    concurrency: 2,
    isSandboxed: true,
    environment: Object.fromEntries(
      Object.entries(process.env).filter(([variable]) =>
        /^(PATH|HOME|TMPDIR|FONTCONFIG_FILE|LD_LIBRARY_PATH)$/.test(variable),
      ),
    ) as Record<string, string>,
    // Long, so that no process is killed as hanging because it gets little processor time on a busy machine.
    engineLimits: { pulseTimeoutMs: 30_000, ...engineLimits },
    onStartFailed: () => undefined,
    framesOf: () => [desktopFrame],
    ...context,
  }).catch(async (error: unknown) => {
    await assetOrigin.close()
    throw error
  })
  if (!(engine instanceof SupervisedEngine)) throw new Error(`the engine '${name}' has no processes`)
  // Long for the same reason.
  const capture = (document: EngineDocument, timeoutMs = 100_000, owner?: string): Promise<Picture> =>
    engine.capture(document, AbortSignal.timeout(timeoutMs), owner)
  const emulator = openEmailEmulator(createLogger('render-worker'))
  return {
    engine,
    assetOrigin,
    refusals: () => refused,
    capture,
    draw: (html, document) =>
      capture({ kind: 'html', html, frame: desktopFrame, captureSelector: null, ...document }),
    drawMessage: (html, message) =>
      capture({
        kind: 'message',
        source: messageWith(html),
        frame: { ...desktopFrame, width: 800 },
        images: 'allowed',
        ...message,
      }),
    measureContrast: (document, timeoutMs = 100_000, owner) => {
      const timeout = AbortSignal.timeout(timeoutMs)
      return engine.measureContrast(
        document,
        (page, take) => emulator.judgeContrast(1, page, take, timeout),
        timeout,
        owner,
      )
    },
    close: async () => {
      await engine.close()
      await emulator.close()
      await assetOrigin.close()
    },
  }
}

/** The simplest message with one HTML part. */
export function messageWith(html: string): Buffer {
  const body = Buffer.from(html).toString('base64').replace(/.{76}/g, '$&\r\n')
  const headers = [
    'From: News <news@example.com>',
    'To: reader@example.com',
    'Subject: A message',
    'Date: Thu, 01 Jan 2026 00:00:00 +0000',
    'Message-ID: <one@example.com>',
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ]
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${body}\r\n`)
}

/** An asset that counts how often it was requested. */
export function watchedAsset(
  id: string,
  contentType: string,
  bytes: Buffer,
): { asset: ServedAsset; requests: () => number } {
  let requests = 0
  const asset: ServedAsset = {
    id,
    contentType,
    get body() {
      requests++
      return Promise.resolve(bytes)
    },
  }
  return { asset, requests: () => requests }
}
