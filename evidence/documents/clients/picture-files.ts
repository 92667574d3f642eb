import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** The folder of the pages about email clients. */
export const clientsFolder = path.resolve(__dirname, '../../../docs/clients')
/** The folder of their pictures, below `clientsFolder`. */
export const picturesFolder = 'pictures'

/** The largest size of a picture of `docs/clients`. */
export const maxPictureBytes = 30 * 1024

/**
 * The name of each email client's picture, by the client's code. The name is the first code of those that share the
 * picture. Codes without a picture are absent.
 */
export type PictureNames = Readonly<Record<string, string>>

/** The path of a picture, relative to `clientsFolder`. */
export const pictureFile = (name: string): string => `${picturesFolder}/${name}.jpg`

/** Reads `docs/clients/pictures.json`. Throws when it is missing or has another shape. */
export function readPictureNames(): PictureNames {
  const text = readFileSync(path.join(clientsFolder, 'pictures.json'), 'utf8')
  return z.record(z.string(), z.string()).parse(JSON.parse(text))
}
