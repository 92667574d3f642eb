import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { CommandError } from '../command-error'
import { withDatabase, type CommandContext } from '../perform'
import { alignColumns } from '../render-answer'
import type { Check } from './check'
import { checkBoard } from './check-board'
import { checkEngines, checkInstalledEngines } from './check-engines'
import { checkInstallation, checkPostgres, checkStorage } from './check-stores'
import { checkOutbound } from './check-outbound'
import { checkChromium, checkFonts } from './check-programs'
import { checkRedis } from './check-redis'
import { checkSpamd } from './check-spamd'

/**
 * Writes an audit row when the database can be used. Rejects with `unhealthy` when a check failed; with --json it then
 * prints no report.
 */
export async function runDoctor(context: CommandContext): Promise<void> {
  const env = await context.readEnvironment()
  const [postgres, redis, rates, engines, storage, chromium, installed, fonts, spamd, outbound] =
    await Promise.all([
      checkPostgres(env.DATABASE_URL),
      checkRedis('REDIS_URL', env),
      checkRedis('RATES_REDIS_URL', env),
      checkEngines({ url: env.REDIS_URL, prefix: env.REDIS_PREFIX ?? 'pas' }, context.clock),
      checkStorage(env),
      checkChromium(env),
      checkInstalledEngines(env),
      checkFonts(env),
      checkSpamd(env),
      checkOutbound(env),
    ])
  const installation: Check =
    postgres.status === 'ok' && storage.status === 'ok'
      ? await checkInstallation(env)
      : { name: 'installation', status: 'skipped', detail: 'the database or the object store cannot be used' }
  const board: Check =
    postgres.status === 'ok'
      ? await checkBoard(env)
      : { name: 'board', status: 'skipped', detail: 'the database cannot be used' }
  const node: Check = { name: 'node', status: 'ok', detail: process.execPath, version: process.versions.node }
  const checks = [
    node,
    postgres,
    redis,
    rates,
    storage,
    installation,
    board,
    engines.check,
    chromium,
    ...installed,
    fonts.check,
    spamd,
    outbound,
  ]
  const failed = checks.filter(({ status }) => status === 'failed')
  if (postgres.status === 'ok') await record(context, failed)

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

const checkLine = ({ name, status, version, detail }: Check): string[] => [
  status,
  name,
  version ?? '',
  detail,
]

function record(context: CommandContext, failed: readonly Check[]): Promise<void> {
  const { actor, clock } = context
  const details = { failed: failed.map(({ name }) => name) }
  return withDatabase(context, (db) =>
    recordAuditEvent(db, { at: clock.now(), actor, action: 'doctor', target: 'service', details }),
  )
}
