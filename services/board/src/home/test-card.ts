import { readFileSync } from 'node:fs'
import path from 'node:path'

/** `examples/test-card.eml`. Only the build copies it, so it is in `dist` also when this file runs from `src`. */
const file = path.resolve(__dirname, '../../dist/home/test-card.eml')
/** The address at which the example has the pictures that are not embedded: those of our `assets`. */
const exampleUrl = 'https://board.example'

/** The test card as a whole message, whose remote pictures this board serves. */
export const readTestCard = (boardUrl: string): string =>
  readFileSync(file, 'latin1').replaceAll(exampleUrl, boardUrl)
