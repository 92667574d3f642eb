import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serveImages, type NewsletterWeb } from './newsletter-web'

/** The folder of the demo's newsletter and its images. */
export const demoFolder = path.resolve(__dirname, '../tools/demo-web/demo')

/** Starts a web server on loopback with the demo's images. */
export function startDemoWeb(): Promise<NewsletterWeb> {
  const folder = path.join(demoFolder, 'images')
  const images = new Map(
    readdirSync(folder).map((name) => [`/${name}`, readFileSync(path.join(folder, name))]),
  )
  return serveImages(images, 'image/png')
}
