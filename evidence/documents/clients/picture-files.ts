import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

export const clientsFolder = path.resolve(__dirname, '../../../docs/clients')
export const picturesFolder = 'pictures'

export const maxPictureBytes = 30 * 1024

/** By a client's code: the first code of those that share the picture. Codes without a picture are absent. */
export type PictureNames = Readonly<Record<string, string>>

/** Relative to `clientsFolder`. */
export const pictureFile = (name: string): string => `${picturesFolder}/${name}.jpg`

/** Throws when `docs/clients/pictures.json` is missing or has another shape. */
export function readPictureNames(): PictureNames {
  const text = readFileSync(path.join(clientsFolder, 'pictures.json'), 'utf8')
  return z.record(z.string(), z.string()).parse(JSON.parse(text))
}
