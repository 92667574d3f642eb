import { createHash } from 'node:crypto'
import type { ReportedPicture, RunResult } from '../run-result'

/** Raised when a member's meaning changes; new members do not raise it. */
const version = 1

const isPicture = (value: unknown): value is ReportedPicture =>
  typeof value === 'object' && value !== null && 'png' in value && value.png instanceof Uint8Array

/** JSON has C0 escaped, but not what else a terminal, or an agent of CI that reads a log, may obey. */
const acting = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|(?<=#)#/g
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

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
  const json = JSON.stringify({ report_version: version, ...result }, withoutPictures, 2)
  return `${json.replace(acting, escaped)}\n`
}
