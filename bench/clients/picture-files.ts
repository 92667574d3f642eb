import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

export const clientsFolder = path.resolve(__dirname, '../../docs/clients')
/** Beside the pages. */
export const picturesFolder = 'pictures'

/** No picture of `docs/clients` is larger. */
export const maxPictureBytes = 30 * 1024

/**
 * The name of each email client's picture, by its code: the first code of those that share it. Codes without a picture
 * are left out.
 */
export type PictureNames = Readonly<Record<string, string>>

export const pictureFile = (name: string): string => `${picturesFolder}/${name}.jpg`

export function readPictureNames(): PictureNames {
  const text = readFileSync(path.join(clientsFolder, 'pictures.json'), 'utf8')
  return z.record(z.string(), z.string()).parse(JSON.parse(text))
}
