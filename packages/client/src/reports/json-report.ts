import { createHash } from 'node:crypto'
import type { ReportedPicture, RunResult } from '../run-result'

/** Raised when a member's meaning changes; new members do not raise it. */
const version = 1

const isPicture = (value: unknown): value is ReportedPicture =>
  typeof value === 'object' && value !== null && 'png' in value && value.png instanceof Uint8Array

/** The result as it is, with a hash in place of each picture. */
export function jsonReport(result: RunResult): string {
  const withoutPictures = (_name: string, value: unknown): unknown =>
    isPicture(value)
      ? {
          width: value.width,
          height: value.height,
          sha256: createHash('sha256').update(value.png).digest('hex'),
        }
      : value
  return `${JSON.stringify({ report_version: version, ...result }, withoutPictures, 2)}\n`
}
