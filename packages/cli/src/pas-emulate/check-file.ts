import path from 'node:path'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { changesIn } from '@pas/email-checks/changes-in'
import { noMeasurements } from '@pas/email-checks/measurements'
import { checksOfEmail, type WireFinding } from '@pas/email-checks/answers'
import { runChecks } from '@pas/email-checks/run-checks'
import { sarifOf } from '@pas/email-checks/sarif'
import { version } from '@pas/runtime/version'
import { popularEmailClients } from '@pas/settings/default-email-clients'
import type { Command } from 'commander'
import { renderAnswer } from '../pas/render-answer'
import { readEmailFile, requireEmailClient, requireFile } from './read-email-file'

/** Nothing is fetched. */
export async function checkFile(
  program: Command,
  file: string | undefined,
  { client, json, sarif }: { client: readonly string[]; json?: true; sarif?: true },
  standardInput: Readable,
): Promise<{ text: string; hasErrors: boolean }> {
  const emailClients = (client.length > 0 ? client : popularEmailClients).map((code) =>
    requireEmailClient(program, code),
  )
  const givenFile = requireFile(program, file)
  const { content, structure } = await readEmailFile(givenFile, standardInput)
  const answers = runChecks({
    ...content,
    message: structure,
    emailClients,
    changes: changesIn(content, emailClients),
    assets: null,
    lostAssets: [],
    measurements: noMeasurements,
  })
  const checks = checksOfEmail({ emailGuid: null, emailClients }, answers)
  const hasErrors = checks.counts.error > 0
  if (sarif) {
    const source = givenFile === '-' ? { version } : { version, uri: uriOf(givenFile) }
    return { text: `${JSON.stringify(sarifOf(checks, source))}\n`, hasErrors }
  }
  if (json) return { text: `${JSON.stringify(checks)}\n`, hasErrors }
  return { text: renderAnswer(answers.flatMap(({ findings }) => findings.map(findingRow))), hasErrors }
}

const findingRow = ({ where, severity, rule, what, count, clients, description }: WireFinding) => ({
  'line:column': where ? `${where.line}:${where.column}` : null,
  severity,
  rule,
  what,
  times: count,
  description,
  clients: clients?.join(' ') ?? null,
})

/** As SARIF has it: relative to where the command runs, or a `file:` address. */
const uriOf = (file: string): string =>
  path.isAbsolute(file) ? pathToFileURL(file).href : encodeURI(file.replaceAll(path.sep, '/'))
