import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The text of a script in `programs/`, which runs inside an engine and not in Node. Its first comment names what it
 * expects to be defined and what it defines; several are joined to one program.
 */
export const readProgram = (name: string): string =>
  readFileSync(path.join(__dirname, 'programs', `${name}.js`), 'utf8')
