import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { UsageError } from '../usage-error'
import type { ReportedFinding } from '../run-result'
import { messageOf } from '../message-of'

/** By file, then by fingerprint: in how many places it was. */
export type Baseline = Record<string, Record<string, number>>

const version = 1

/** Throws a `UsageError`. */
export function readBaseline(file: string): Baseline {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(
      `The baseline ${file} cannot be read: ${messageOf(error)}. Make it by --write-baseline.`,
    )
  }
  const { version: given, files } = (value ?? {}) as { version?: unknown; files?: unknown }
  if (given !== version || typeof files !== 'object' || files === null)
    throw new UsageError(`${file} is no baseline of this version. Make it by --write-baseline.`)
  return files as Baseline
}

/** One that is in more places than before is found again. */
export const isInBaseline = (
  baseline: Baseline,
  file: string,
  { fingerprint, count }: ReportedFinding,
): boolean => Object.hasOwn(baseline, file) && Number(baseline[file]?.[fingerprint] ?? 0) >= count

/** Takes the place of the file at once, so that no half of it is ever read. */
export function writeBaseline(file: string, findings: ReadonlyMap<string, readonly ReportedFinding[]>): void {
  const entries = [...findings]
    .filter(([, found]) => found.length > 0)
    .map(([name, found]): [string, Record<string, number>] => [
      name,
      Object.fromEntries(
        found.map(({ fingerprint, count }): [string, number] => [fingerprint, count]).sort(),
      ),
    ])
  const files = Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, `${JSON.stringify({ version, files }, null, 2)}\n`)
    renameSync(temporary, file)
  } catch (error) {
    throw new UsageError(`The baseline cannot be written: ${messageOf(error)}.`)
  }
}
