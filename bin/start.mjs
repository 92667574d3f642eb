import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { assertPortsFree } from './ports.cjs'
import { CannotGoOn } from './progress.cjs'
import { runCommand } from './run-command.mjs'
import { startHelp } from './start-help.mjs'

const root = path.resolve(import.meta.dirname, '..')
const maxBase = 65_486

await runCommand(async () => {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    process.stdout.write(startHelp)
    return
  }
  await assertStackPortsFree(process.argv.slice(2), process.env)
  await bootstrap()
  await import('../tools/stack/dist/main.js')
})

/**
 * Before a first start installs for minutes; the stack checks again. Not when `--only` chooses processes, or when
 * PAS_HOME has records of processes: the stack ends those that still run. Throws `CannotGoOn`.
 */
async function assertStackPortsFree(args, env) {
  const base = Number(env.PAS_PORT_BASE || 8443)
  if (!Number.isInteger(base) || base < 1 || base > maxBase)
    throw new CannotGoOn(
      `PAS_PORT_BASE must be a port number from 1 to ${maxBase}; it is '${env.PAS_PORT_BASE}'.`,
    )
  const records = path.join(path.resolve(root, env.PAS_HOME || '.run'), 'processes')
  if (args.some((arg) => arg.startsWith('--only'))) return
  if (existsSync(records) && readdirSync(records).some((file) => file.endsWith('.json'))) return
  const offsets = JSON.parse(readFileSync(path.join(root, 'tools/stack/src/port-offsets.json'), 'utf8'))
  if (env.DATABASE_URL) delete offsets.postgres
  if (env.REDIS_URL) delete offsets.redis
  const ports = Object.entries(offsets).map(([name, offset]) => [name, base + offset])
  await assertPortsFree(Object.fromEntries(ports), base + 1_000 <= maxBase ? base + 1_000 : 9_443)
}
