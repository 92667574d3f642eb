import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serveImages, type NewsletterWeb } from './newsletter-web'

/** Where the demo's newsletter and its images are. */
export const demoFolder = path.resolve(__dirname, '../tools/demo-web/demo')

/** A loopback web with the demo's images. */
export function startDemoWeb(): Promise<NewsletterWeb> {
  const folder = path.join(demoFolder, 'images')
  const images = new Map(
    readdirSync(folder).map((name) => [`/${name}`, readFileSync(path.join(folder, name))]),
  )
  return serveImages(images, 'image/png')
}
