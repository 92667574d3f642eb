import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A script that runs inside an engine. Its first comment names what it expects and defines; several are joined to one
 * program.
 */
export const readProgram = (name: string): string =>
  readFileSync(path.join(__dirname, 'programs', `${name}.js`), 'utf8')
