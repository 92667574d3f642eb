import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import { emulate } from '@pas/email-clients/emulate'
import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { EngineStartError } from '../../services/render-worker/src/engines/engine-start-error'
import type { ServedEngineName } from '../../services/render-worker/src/engines/engine-registry'
import type { Asset } from '../fidelity/assets'
import { servedUrl, startDrawer, type Drawer } from '../fidelity/drawer'
import { extractGeometry } from './extract/extract-geometry'
import type { Geometry } from './geometry'
import { ownPictures } from './own-pictures'
import { readPicture } from './read-picture'

const emailsFolder = path.join(__dirname, 'emails')

const emailAssets = 'http://geometry.example/'

/** Emails refer to them as `asset:NAME`. */
function readAssets(): Asset[] {
  const styleSheets = readdirSync(emailsFolder).filter((name) => name.endsWith('.css'))
  return [
    ...ownPictures,
    ...styleSheets.map((name) => ({
      name,
      contentType: 'text/css',
      body: readFileSync(path.join(emailsFolder, name)),
    })),
  ]
}

/** Starts each engine when it is first needed. */
export interface EmailDrawer {
  /** Null when the engine is not on this machine, or the client's document is not HTML. */
  geometryOf(emailClient: EmailClient, email: string): Promise<Geometry | null>
  /** Of the engines that have drawn. */
  versions(): string[]
  close(): Promise<void>
}

/** Also writes each picture into `picturesFolder`, for a developer to look at. */
export function openEmailDrawer(stateFolder: string, picturesFolder: string): EmailDrawer {
  const assets = readAssets()
  const drawers = new Map<string, Promise<Drawer | null>>()
  const known = new Map<string, Promise<Geometry | null>>()
  const versions = new Set<string>()
  mkdirSync(picturesFolder, { recursive: true })

  async function start(engine: ServedEngineName): Promise<Drawer | null> {
    try {
      return await startDrawer({ engine, assets, frames: [], stateFolder })
    } catch (error) {
      if (!(error instanceof EngineStartError)) throw error
      console.log(`not drawn: ${error.message}`)
      return null
    }
  }

  async function draw(emailClient: EmailClient, email: string): Promise<Geometry | null> {
    const document = documentOf(emailClient, email, assets)
    if (!document) return null
    const { engine } = emailClient
    const drawer = drawers.get(engine) ?? start(engine)
    drawers.set(engine, drawer)
    const started = await drawer
    if (!started) return null
    versions.add(started.version)
    // A second attempt, as a busy machine may miss the first one's deadline; a worker makes two attempts as well.
    const png = await started.png(document).catch(() => started.png(document))
    writeFileSync(path.join(picturesFolder, `${email}.${emailClient.code}.png`), png)
    const { deviceScaleFactor } = document.frame
    return extractGeometry(await readPicture(png, { deviceScaleFactor }))
  }

  return {
    geometryOf: (emailClient, email) => {
      const key = `${email} ${emailClient.code}`
      const geometry = known.get(key) ?? draw(emailClient, email)
      known.set(key, geometry)
      return geometry
    },
    versions: () => [...versions],
    close: async () => {
      for (const drawer of drawers.values()) await (await drawer)?.close()
    },
  }
}

function documentOf(emailClient: EmailClient, email: string, assets: readonly Asset[]): HtmlDocument | null {
  const file = path.join(emailsFolder, `${email}.html`)
  if (!existsSync(file)) throw new Error(`The email ${file} does not exist`)
  const names = new Set(assets.map(({ name }) => name))
  const { document } = emulate(
    emailClient,
    {
      html: readFileSync(file, 'utf8').replaceAll('asset:', emailAssets),
      plainText: null,
      subject: null,
      fromAddress: null,
      fromDisplayName: null,
    },
    {
      orientation: 'vertical',
      images: 'allowed',
      assetUrl: (url) => {
        const name = url.startsWith(emailAssets) ? url.slice(emailAssets.length) : ''
        return names.has(name) ? servedUrl(name) : null
      },
      // As a worker does with frozen style sheets: the emulation reads or drops linked style sheets by the client's
      // rules, so that the engine does not apply them by its own.
      styleSheet: (url) =>
        assets
          .find(({ name, contentType }) => contentType === 'text/css' && url === `${emailAssets}${name}`)
          ?.body.toString('utf8') ?? null,
    },
  )
  return document.kind === 'html' ? document : null
}

/** Throws when the catalogue has none. */
export function getEmailClient(code: string): EmailClient {
  const emailClient = findEmailClient(code)
  if (!emailClient) throw new Error(`The catalogue has no email client with the code ${code}`)
  return emailClient
}
