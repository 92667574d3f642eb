/*
 * `npm run generate:clients` writes the pages of `docs/clients` around the pictures that `npm run bench --
 * client-pictures` drew, and removes pictures that no email client uses.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { clientsFolder, pictureFile, picturesFolder, readPictureNames } from './clients/picture-files'
import { writeClientPages } from './clients/write-client-pages'

const pictures = readPictureNames()
for (const [name, text] of writeClientPages(pictures)) writeFileSync(path.join(clientsFolder, name), text)

const folder = path.join(clientsFolder, picturesFolder)
const shown = new Set(Object.values(pictures).map(pictureFile))
for (const name of existsSync(folder) ? readdirSync(folder) : []) {
  if (!shown.has(`${picturesFolder}/${name}`)) rmSync(path.join(folder, name))
}
