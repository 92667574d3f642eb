import type { EmailClient, Images, Orientation } from '@pas/email-clients/email-client'
import { assetUrl } from '@pas/emails/frozen-email'
import { engineEnvironment } from '@pas/engine-programs/engine-environment'
import { readEmailFile } from '@pas/messages/read-email-file'
import { engineSettings } from '@pas/settings/engines'
import { parseConfig } from '@pas/settings/parse-config'
import { variablesOf } from '@pas/settings/setting'
import { timeSettings } from '@pas/settings/times'
import type { Readable } from 'node:stream'
import { blankPageUrl, startAssetOrigin, type AssetOrigin } from '../asset-origin'
import { emulateEmail } from '../emulate-thread'
import type { Engine, Picture } from '../engines/engine'
import { startEngine } from '../engines/engine-registry'
import { CaptureError } from '../errors'
import { framesOfEngine } from '../frames-of-engine'

export interface FileToDraw {
  /** `-` is standard input. */
  file: string
  emailClient: EmailClient & { engine: DrawingEngine }
  orientation: Orientation
  images: Images
}

/** Those that need no more than one program of this machine. */
const drawingEngines = ['chromium', 'text'] as const
type DrawingEngine = (typeof drawingEngines)[number]

export const isDrawnHere = (emailClient: EmailClient): emailClient is FileToDraw['emailClient'] =>
  drawingEngines.some((engine) => engine === emailClient.engine)

const variables = variablesOf('render-worker', { ...timeSettings, ...engineSettings })

/**
 * As a worker draws it, without stores: an engine whose only network are the parts of a whole message. Rejects with an
 * `UnusableEmailError`, `ConfigError`, `EngineStartError` or `CaptureError`.
 */
export async function drawEmailFile(
  { file, emailClient, orientation, images }: FileToDraw,
  env: Readonly<Record<string, string | undefined>>,
  standardInput: Readable,
): Promise<{ picture: Picture; lost: number }> {
  const { content, parts } = await readEmailFile(file, standardInput)
  const assets = parts.map(({ contentType, body }, index) => ({
    ...{ id: `part-${index}`, contentType },
    body: Promise.resolve(Buffer.from(body)),
  }))
  const assetUrls = new AskedUrls(parts.map(({ url }, index) => [url, assetUrl(`part-${index}`)]))
  const inClient = { content, emailClientCode: emailClient.code, orientation, images, assetUrls }
  const { document } = emulateEmail({ ...inClient, styleSheets: new Map(), marksPlaces: false })
  if (document.kind === 'message')
    throw new CaptureError('unsupported_document', 'it draws messages, which need its own program')
  const { CAPTURE_TIMEOUT_MS: timeoutMs, ...config } = parseConfig(variables, env)
  const assetOrigin = await startAssetOrigin(() => undefined)
  let engine: Engine | undefined
  try {
    engine = await startDrawing(emailClient.engine, assetOrigin, config, env)
    assetOrigin.serve(assets)
    const picture = await engine.capture(document, AbortSignal.timeout(timeoutMs))
    return { picture, lost: assetUrls.lost.size }
  } finally {
    await engine?.close()
    await assetOrigin.close()
  }
}

/** Remembers the addresses that the email has and nothing serves. */
class AskedUrls extends Map<string, string> {
  readonly lost = new Set<string>()

  override get(url: string): string | undefined {
    const served = super.get(url)
    if (served === undefined) this.lost.add(url)
    return served
  }
}

const startDrawing = (
  name: DrawingEngine,
  assetOrigin: AssetOrigin,
  config: { ALLOW_UNSANDBOXED: boolean; CHROMIUM_PATH?: string | undefined; ENGINE_NICE: number },
  env: Readonly<Record<string, string | undefined>>,
): Promise<Engine> =>
  startEngine(name, {
    ...assetOrigin,
    blankPageUrl,
    concurrency: 1,
    isSandboxed: !config.ALLOW_UNSANDBOXED,
    chromiumPath: config.CHROMIUM_PATH ?? null,
    firefoxPath: null,
    thunderbirdPath: null,
    niceness: config.ENGINE_NICE,
    engineLimits: {},
    environment: engineEnvironment(env),
    framesOf: framesOfEngine,
    onStartFailed: () => undefined,
  })
