import { existsSync } from 'node:fs'
import path from 'node:path'
import { findChromiumProgram } from '../engines/chromium/chromium-process'

type Environment = Readonly<Record<string, string | undefined>>

/** Adds what `npm start` once prepared in PAS_HOME: a browser, text browsers, and the fonts of pictures. */
export function preparedEnvironment(env: Environment, clone: string): Environment {
  // An empty variable counts as not set.
  const given: Environment = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const home = path.resolve(clone, given.PAS_HOME ?? '.run')
  const prepared = (...names: string[]): string | undefined =>
    [path.join(home, ...names)].find((file) => existsSync(file))
  const chromium = prepared('packages', 'chromium', 'bin', 'chromium-headless-shell')
  const textBrowsers = prepared('packages', 'text', 'usr', 'bin')
  return {
    ...given,
    CHROMIUM_PATH: findChromiumProgram(given.CHROMIUM_PATH ?? null) ?? chromium,
    FONTCONFIG_FILE: given.FONTCONFIG_FILE ?? prepared('fonts', 'fonts.conf'),
    PATH: [given.PATH, textBrowsers].filter(Boolean).join(path.delimiter),
  }
}
