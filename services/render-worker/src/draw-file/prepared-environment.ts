import { existsSync } from 'node:fs'
import path from 'node:path'
import { findChromiumProgram } from '../engines/chromium/chromium-process'

type Environment = Readonly<Record<string, string | undefined>>

/** Adds what `npm start` once prepared in PAS_HOME: a browser, text browsers, and the fonts of pictures. */
export function preparedEnvironment(env: Environment, clone: string): Environment {
  const home = path.resolve(clone, env.PAS_HOME || '.run')
  const prepared = (...names: string[]): string | undefined =>
    [path.join(home, ...names)].find((file) => existsSync(file))
  const chromium = prepared('packages', 'chromium', 'bin', 'chromium-headless-shell')
  const textBrowsers = prepared('packages', 'text', 'usr', 'bin')
  return {
    ...env,
    CHROMIUM_PATH: findChromiumProgram(env.CHROMIUM_PATH || null) ?? chromium,
    FONTCONFIG_FILE: env.FONTCONFIG_FILE || prepared('fonts', 'fonts.conf'),
    PATH: [env.PATH, textBrowsers].filter(Boolean).join(path.delimiter),
  }
}
