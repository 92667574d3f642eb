import path from 'node:path'
import { publishedName } from '../published-name'
import { readConfiguration } from '../configuration/read-configuration'
import { prepareFolder, writeReports } from '../reports/write-reports'
import type { RunResult } from '../run-result'
import { isRefusedCaller, ServiceError } from '../service-error'
import { Stopped } from '../stopped'
import { exitStatuses, verdictOf } from '../verdict'
import { readArguments, type Arguments } from './arguments'
import { compareCommand } from './compare-command'
import { createConsole, type Console } from './console'
import { help } from './help'
import { lintCommand } from './lint-command'
import { openService, urlIn, whySkipped } from './open-service'
import { createPostedEmails } from '../posted-emails'
import type { Surroundings } from './surroundings'
import type { Run } from './run'
import { tellFailure, tellResult } from './tell-result'
import { UsageError } from '../usage-error'
import { messageOf } from '../message-of'

/** Resolves to the exit status, once nothing of the run is at the service any more. */
export async function runPasCheck(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stop, version } = surroundings
  const console = createConsole(surroundings)
  if (argv.includes('--help') || argv.includes('-h') || argv.length === 0) {
    stdout.write(help)
    return argv.length === 0 ? 2 : 0
  }
  if (argv.includes('--version')) {
    stdout.write(`${publishedName} ${version}\n`)
    return 0
  }
  let args: Arguments | null = null
  try {
    args = readArguments(argv)
    const { failOn, maxWarnings } = args
    const report = args.report === null ? null : path.resolve(surroundings.folder, args.report)
    if (report !== null) await writing(report, prepareFolder(report))
    const result = { ...(await resultOf(args, surroundings, console)), version, failOn, maxWarnings }
    const verdict = verdictOf(result)
    console.clear()
    tellResult({ result, verdict, args, surroundings, console })
    if (report !== null) await writing(report, writeReports(report, result))
    return exitStatuses[verdict]
  } catch (error) {
    if (stop.aborted) return stop.reason instanceof Stopped ? stop.reason.exitStatus : 1
    if (!(error instanceof Error)) throw error
    const isKey = error instanceof ServiceError && error.status === 401
    const message = `${error.message}${isKey ? ' Set PAS_KEY to one that is known.' : ''}`
    console.note(message)
    if (args?.format === 'github') tellFailure(message, args.command, surroundings)
    return error instanceof UsageError || isRefusedCaller(error) ? 2 : 3
  }
}

const writing = (folder: string, written: Promise<unknown>): Promise<unknown> =>
  written.catch((error: unknown) => {
    throw new UsageError(`The reports cannot be written into ${folder}: ${messageOf(error)}.`)
  })

async function resultOf(args: Arguments, surroundings: Surroundings, console: Console): Promise<RunResult> {
  const { folder, env, stop } = surroundings
  const configuration = readConfiguration(folder, args.configurationFile)
  const skipped = whySkipped(env)
  if (skipped !== null)
    return { command: args.command, serviceUrl: urlIn(env), emails: [], skipped, baseCommit: null }
  const { service, url, isOfUser } = openService(surroundings, (text) => console.note(text))
  const clients = clientsOf(args.clients ?? configuration.clients ?? null, isOfUser)
  const posted = createPostedEmails(service, stop)
  const run: Run = { args, configuration, clients, service, url, posted, surroundings, console }
  try {
    return await (args.command === 'lint' ? lintCommand(run) : compareCommand(run))
  } finally {
    for (const sentence of await posted.deleteAll()) console.note(sentence)
  }
}

/** The service takes the popular ones for a key, and those of the user for an access token. */
function clientsOf(given: Arguments['clients'], isOfUser: boolean): readonly string[] | null {
  if (given === 'mine' && !isOfUser)
    throw new UsageError("'mine' are the email clients of a user: PAS_KEY has to be an access token for it.")
  if (given === 'popular' && isOfUser)
    throw new UsageError(
      'With an access token the service takes the choice of its user. Name codes, or mine.',
    )
  return given === null || typeof given === 'string' ? null : given
}
