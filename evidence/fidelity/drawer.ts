import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { assetUrl } from '@pas/emails/frozen-email'
import type { Frame, HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { blankPageUrl, startAssetOrigin } from '../../services/render-worker/src/asset-origin'
import { startEngine, type ServedEngineName } from '../../services/render-worker/src/engines/engine-registry'
import type { Asset } from './assets'

/** As many as a worker draws on two cores. */
const concurrency = 2
const captureTimeoutMs = 60_000

/** Draws with the worker's engine. What was hashed before, also in an earlier run, is not drawn again. */
export interface Drawer {
  /** Of the engine's program. */
  version: string
  /** Pictures drawn for `hashOf`, and those known from earlier runs. */
  drawn: number
  remembered: number
  /** Equal hashes mean equal pictures. */
  hashOf(document: HtmlDocument): Promise<string>
  png(document: HtmlDocument): Promise<Buffer>
  close(): Promise<void>
}

export interface DrawerOptions {
  engine: ServedEngineName
  assets: readonly Asset[]
  /** The engine prepares pages for these when it starts. */
  frames: readonly Frame[]
  /** Keeps hashes from run to run. */
  stateFolder: string
}

/** Rejects with an `EngineStartError` when the engine is not on this machine. */
export async function startDrawer({
  engine: name,
  assets,
  frames,
  stateFolder,
}: DrawerOptions): Promise<Drawer> {
  const origin = await startAssetOrigin(() => undefined)
  origin.serve(
    assets.map((asset) => ({
      id: asset.name,
      contentType: asset.contentType,
      body: Promise.resolve(asset.body),
    })),
  )
  const { env } = process
  const engine = await startEngine(name, {
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
      ['PATH', 'HOME', 'TMPDIR', 'FONTCONFIG_FILE'].flatMap((passed) =>
        env[passed] === undefined ? [] : [[passed, env[passed]]],
      ),
    ),
    framesOf: () => frames,
  }).catch(async (error: unknown) => {
    await origin.close()
    throw error
  })
  const seenWith = hash(
    engine.version,
    ...fontsOf(process.env.FONTCONFIG_FILE),
    ...assets.flatMap((asset) => [asset.name, hash(asset.body)]),
  )
  mkdirSync(stateFolder, { recursive: true })
  const file = path.join(stateFolder, `pictures-${name}-${seenWith.slice(0, 12)}.txt`)
  const known = new Map<string, Promise<string>>()
  if (existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [key = '', picture] = line.split(' ')
      // The last line of a run that was killed may be half a line.
      if (picture?.length === hashLength) known.set(key, Promise.resolve(picture))
    }
  }
  const png = async (document: HtmlDocument): Promise<Buffer> =>
    (await engine.capture(document, AbortSignal.timeout(captureTimeoutMs))).png
  const drawer: Drawer = {
    version: engine.version,
    drawn: 0,
    remembered: known.size,
    png,
    hashOf: (document) => {
      const { html, frame, captureSelector, tooWide, maxStretch, leastHeight } = document
      const key = hash(html, JSON.stringify({ frame, captureSelector, tooWide, maxStretch, leastHeight }))
      const picture =
        known.get(key) ??
        png(document).then((bytes) => {
          drawer.drawn++
          const result = hash(bytes)
          appendFileSync(file, `${key} ${result}\n`)
          return result
        })
      known.set(key, picture)
      return picture
    },
    close: async () => {
      await engine.close()
      await origin.close()
    },
  }
  return drawer
}

/** fontconfig's rules without folders, which differ between machines, and the font files' names. */
function fontsOf(configFile: string | undefined): string[] {
  if (configFile === undefined) return []
  const folder = path.join(path.dirname(configFile), 'files')
  const rules = readFileSync(configFile, 'utf8').replace(/<dir>.*?<\/dir>/g, '')
  return [rules, ...(existsSync(folder) ? readdirSync(folder).sort() : [])]
}

const hashLength = 32

/** The first 128 bits of SHA-256: enough for a few thousand documents. */
export function hash(...parts: readonly (string | Buffer)[]): string {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\0')
  return sum.digest('hex').slice(0, hashLength)
}

export const servedUrl = (name: string): string => assetUrl(name)
