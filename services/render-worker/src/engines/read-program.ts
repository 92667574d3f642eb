import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * These run inside an engine. Each one's first comment names what it expects and defines; several are joined to one
 * program.
 */
export const readProgram = (name: string): string =>
  readFileSync(path.join(__dirname, 'programs', `${name}.js`), 'utf8')
