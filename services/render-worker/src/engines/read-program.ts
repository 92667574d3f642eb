import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Programs run inside an engine. The first comment of each names what it expects and defines; several are joined to
 * one.
 */
export const readProgram = (name: string): string =>
  readFileSync(path.join(__dirname, 'programs', `${name}.js`), 'utf8')
