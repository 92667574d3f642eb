import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serveFiles, type SmallWeb } from '@pas/testing/small-web'

export const demoFolder = path.resolve(__dirname, '../../tools/demo-web/demo')

export function startDemoWeb(): Promise<SmallWeb> {
  const folder = path.join(demoFolder, 'images')
  const images = new Map(
    readdirSync(folder).map((name) => [`/${name}`, readFileSync(path.join(folder, name))]),
  )
  return serveFiles(images, 'image/png')
}
