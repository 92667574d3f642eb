import { CommandError } from '../command-error'
import { record, withCommandDeps, type CommandContext } from '../perform'
import { alignColumns } from '../render-answer'
import { skipped, type Check } from './check'
import { checkBoard } from './check-board'
import { checkBackup, checkDisk } from './check-disk'
import { checkEngines, checkInstalledEngines } from './check-engines'
import { checkOutbound } from './check-outbound'
import { checkChromium, checkFonts } from './check-programs'
import { checkPublicNames } from './check-public-names'
import { checkRedis } from './check-redis'
import { checkSmtp } from './check-smtp'
import { checkSpamd } from './check-spamd'
import { checkInstallation, checkPostgres, checkStorage } from './check-stores'

/**
 * Writes an audit row when the database can be used. Rejects with `unhealthy` when a check failed; with --json it then
 * prints no report.
 */
export async function runDoctor(context: CommandContext): Promise<void> {
  const env = await context.readEnvironment()
  const now = context.clock.now()
  const first = Promise.all([
    checkRedis('REDIS_URL', env),
    checkRedis('RATES_REDIS_URL', env),
    checkPublicNames(env, now),
    checkBackup(env, now),
    checkChromium(env),
    checkInstalledEngines(env),
    checkSmtp(env, now),
    checkSpamd(env),
    checkOutbound(env),
  ])
  const [engines, fonts, postgres, storage] = await Promise.all([
    checkEngines(env, context.clock),
    checkFonts(env),
    checkPostgres(env.DATABASE_URL),
    checkStorage(env),
  ])
  const [redis, rates, names, backup, chromium, installed, smtp, spamd, outbound] = await first
  // After the others: on a busy machine the engines' programs take the time that a store has to answer.
  const usable = (needed: Check[], name: string, look: () => Promise<Check>): Promise<Check> | Check =>
    needed.every(({ status }) => status === 'ok')
      ? look()
      : { name, ...skipped('the database or the object store cannot be used') }
  const node: Check = { name: 'node', status: 'ok', detail: process.execPath, version: process.versions.node }
  const [installation, board, disk] = await Promise.all([
    usable([postgres, storage], 'installation', () => checkInstallation(env)),
    usable([postgres], 'board', () => checkBoard(env)),
    checkDisk(env),
  ])
  const stores = [node, postgres, redis, rates, storage, installation, board, ...names, disk, backup]
  const checks = [...stores, engines.check, chromium, ...installed, fonts.check, smtp, spamd, outbound]
  const failed = checks.filter(({ status }) => status === 'failed')
  const details = { failed: failed.map(({ name }) => name) }
  if (postgres.status === 'ok')
    await withCommandDeps(context, (deps) => record(deps, { action: 'doctor', target: 'service' }, details))

  if (failed.length === 0 || !context.json) {
    const versions = Object.fromEntries(
      checks.flatMap(({ name, version }) => (version ? [[name, version]] : [])),
    )
    const report = { checks, engines: engines.engines, fonts: fonts.families, versions }
    context.print(report, alignColumns(checks.map(checkLine)))
  }
  if (failed.length > 0)
    throw new CommandError('unhealthy', failed.map(({ name, detail }) => `${name}: ${detail}`).join('; '))
}

const checkLine = ({ name, status, version = '', detail }: Check): string[] => [status, name, version, detail]
