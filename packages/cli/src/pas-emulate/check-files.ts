import path from 'node:path'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { ChecksOfEmail, WireFinding } from '@pas/email-checks/answers'
import { checkAlone } from '@pas/email-checks/check-alone'
import { sarifOfEmails } from '@pas/email-checks/sarif'
import type { EmailClient } from '@pas/email-clients/email-client'
import { readEmailFile, UnusableEmailError } from '@pas/messages/read-email-file'
import { version } from '@pas/runtime/version'
import { cell, renderAnswer } from '../pas/render-answer'

export interface CheckOptions {
  failOn: 'error' | 'warning' | 'never'
  maxWarnings?: number
  json?: true
  sarif?: true
}

export interface Surroundings {
  standardInput: Readable
  writeOut: (text: string) => void
  writeError: (text: string) => void
  paint: (colour: 'red' | 'yellow' | 'blue' | 'bold', text: string) => string
}

/** ESLint's, but for files that cannot be read. */
export const exitStatus = { found: 1, usage: 2, notDone: 3 } as const

/**
 * Nothing is fetched. `isOne`: a single file was named, whose JSON is the answer itself. A file that cannot be read is
 * told, and the others are checked. Resolves to the exit status.
 */
export async function checkFiles(
  { files, isOne, emailClients }: { files: readonly string[]; isOne: boolean; emailClients: EmailClient[] },
  { failOn, maxWarnings = Infinity, json, sarif }: CheckOptions,
  { standardInput, writeOut, writeError, paint }: Surroundings,
): Promise<number> {
  const checked: { file: string; checks: ChecksOfEmail }[] = []
  const counts = { error: 0, warning: 0, emails: 0, faulty: 0 }
  for (const file of files) {
    try {
      const { content, structure } = await readEmailFile(file, standardInput)
      const checks = checkAlone(content, structure, emailClients)
      const { error, warning } = checks.counts
      counts.error += error
      counts.warning += warning
      counts.emails += 1
      if (error + warning > 0) counts.faulty += 1
      if (json || sarif) checked.push({ file, checks })
      else writeOut(renderFindings(isOne ? null : file, checks, paint))
    } catch (error) {
      if (!(error instanceof UnusableEmailError)) throw error
      writeError(error.message)
    }
  }
  const [first] = checked
  if (sarif) {
    const emails = checked.map(({ file, checks }) => ({ checks, ...(file !== '-' && { uri: uriOf(file) }) }))
    writeOut(`${JSON.stringify(sarifOfEmails(emails, version))}\n`)
  } else if (json) {
    const answer = isOne ? first?.checks : checked.map(({ file, checks }) => ({ file, ...checks }))
    if (answer) writeOut(`${JSON.stringify(answer)}\n`)
  } else if (counts.emails > 0) writeOut(`${summaryOf(counts)}\n`)
  if (counts.emails < files.length) return exitStatus.notDone
  const isFailed =
    counts.error > 0 || (failOn === 'warning' && counts.warning > 0) || counts.warning > maxWarnings
  return isFailed && failOn !== 'never' ? exitStatus.found : 0
}

const colours = { error: 'red', warning: 'yellow', note: 'blue' } as const

/** `file`: null without a line of its own. */
function renderFindings(
  file: string | null,
  { checks }: ChecksOfEmail,
  paint: Surroundings['paint'],
): string {
  const findings = checks.flatMap((check) => check.findings)
  if (findings.length === 0) return ''
  // Painted after the columns are aligned, because signs that colour have no width.
  const table = renderAnswer(findings.map(findingRow)).replace(
    /^(\S+ +)(error|warning|note)(?= )/gm,
    (_line, before: string, severity: keyof typeof colours) => before + paint(colours[severity], severity),
  )
  return file === null ? table : `${paint('bold', cell(file))}\n${table}\n`
}

const findingRow = ({ where, severity, rule, what, count: times, clients, description }: WireFinding) => ({
  'line:column': where ? `${where.line}:${where.column}` : null,
  ...{ severity, rule, what, times, description, clients: clients?.join(' ') ?? null },
})

function summaryOf(counts: { emails: number; faulty: number; error: number; warning: number }): string {
  const number = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
  const { emails, faulty, error, warning } = counts
  return `${faulty} of ${number(emails, 'email')}: ${number(error, 'error')}, ${number(warning, 'warning')}`
}

/** As SARIF has it: relative to where the command runs, or a `file:` address. */
const uriOf = (file: string): string =>
  path.isAbsolute(file) ? pathToFileURL(file).href : encodeURI(file.replaceAll(path.sep, '/'))
