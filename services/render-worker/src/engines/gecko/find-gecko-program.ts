import { existsSync } from 'node:fs'
import { EngineStartError } from '../engine-start-error'

export function findGeckoProgram(
  engine: string,
  configured: string | null,
  usualPaths: readonly string[],
  remedy: string,
): string {
  const found = configured ?? usualPaths.find((candidate) => existsSync(candidate))
  if (found === undefined) throw new EngineStartError(engine, `the program was not found; ${remedy}.`)
  if (existsSync(found)) return found
  throw new EngineStartError(engine, `there is no program at '${found}'; ${remedy}.`)
}
