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

/** Where the emails say that their files are. */
const emailAssets = 'http://geometry.example/'

/** What emails refer to as `asset:NAME`. */
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

/** Draws emails as clients of any engine show them; an engine starts when it is first needed. */
export interface EmailDrawer {
  /** Null when the client's engine is not on this machine, or draws none of its documents itself. */
  geometryOf(emailClient: EmailClient, email: string): Promise<Geometry | null>
  /** Engines that drew. */
  versions(): string[]
  close(): Promise<void>
}

/** `picturesFolder`: where each picture is left, to be looked at. */
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
    // A busy machine may be too slow for one attempt; a worker makes two as well.
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
  if (!existsSync(file)) throw new Error(`There is no email ${file}`)
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
      // As a worker gives the frozen texts: clients with rules of their own read linked style sheets by them, not the engine by its.
      styleSheet: (url) =>
        assets
          .find(({ name, contentType }) => contentType === 'text/css' && url === `${emailAssets}${name}`)
          ?.body.toString('utf8') ?? null,
    },
  )
  return document.kind === 'html' ? document : null
}

/** Throws for a code that the catalogue does not have. */
export function getEmailClient(code: string): EmailClient {
  const emailClient = findEmailClient(code)
  if (!emailClient) throw new Error(`${code} is no code of the catalogue`)
  return emailClient
}
