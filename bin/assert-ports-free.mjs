import { existsSync, readdirSync, readFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { CannotGoOn } from './progress.mjs'

const root = path.resolve(import.meta.dirname, '..')
const maxBase = 65_486

/**
 * Throws `CannotGoOn` when another program listens on a port that `npm start` needs, so that a first start does not
 * install for minutes before it says so; the stack checks again. Checks nothing when `--only` chooses processes, or
 * when PAS_HOME has records of processes: an earlier run may have left them running, and the stack ends them.
 */
export async function assertPortsFree(args, env) {
  const base = Number(env.PAS_PORT_BASE || 8443)
  if (!Number.isInteger(base) || base < 1 || base > maxBase)
    throw new CannotGoOn(
      `PAS_PORT_BASE must be a port number from 1 to ${maxBase}; it is '${env.PAS_PORT_BASE}'.`,
    )
  const records = path.join(path.resolve(root, env.PAS_HOME || '.run'), 'processes')
  if (args.some((arg) => arg.startsWith('--only'))) return
  if (existsSync(records) && readdirSync(records).some((file) => file.endsWith('.json'))) return
  const offsets = JSON.parse(
    readFileSync(path.join(root, 'tools', 'stack', 'src', 'port-offsets.json'), 'utf8'),
  )
  if (env.DATABASE_URL) delete offsets.postgres
  if (env.REDIS_URL) delete offsets.redis
  for (const [name, offset] of Object.entries(offsets)) {
    const port = base + offset
    const code = await listenOnce(port)
    if (code === 'EACCES')
      throw new CannotGoOn(`Port ${port} may not be used by this user: set PAS_PORT_BASE to 1024 or more.`)
    if (code !== null)
      throw new CannotGoOn(
        `Port ${port}, which ${name} needs, is in use: stop what listens there, or choose 50 other ports, for example with 'PAS_PORT_BASE=${otherBase(base)} npm start'.`,
      )
  }
}

const otherBase = (base) => (base + 1_000 <= maxBase ? base + 1_000 : 9_443)

/** Null when a server can listen on the port of loopback; else the error's code. */
function listenOnce(port) {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', ({ code }) => resolve(code))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(null)))
  })
}
