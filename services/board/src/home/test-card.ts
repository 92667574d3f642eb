import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The build copies `examples/test-card.eml` to `dist`, also for a process that runs this file from `src`. */
const testCardFile = path.resolve(__dirname, '../../dist/home/test-card.eml')
/** Where the example has its remote pictures. This board serves them from `assets`. */
const exampleUrl = 'https://board.example'

/** Each byte is a character. */
export const readTestCard = (boardUrl: string): string =>
  readFileSync(testCardFile, 'latin1').replaceAll(exampleUrl, boardUrl)
