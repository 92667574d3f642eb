import { readFileSync } from 'node:fs'
import path from 'node:path'
import { assignPorts } from '../ports'
import { isReady } from '../readiness'

/** For HEALTHCHECK: exits 0 when every service says that it should be sent work; else prints which does not. */
async function main(): Promise<void> {
  const { PAS_HOME = '', PAS_PORT_BASE = '', TRUST_PROXY } = process.env
  readFileSync(path.join(PAS_HOME, 'stack.json'))
  const { auth, api, images, board, workerHealth } = assignPorts(Number(PAS_PORT_BASE), 1, 1)
  const caFile = TRUST_PROXY ? null : path.join(PAS_HOME, 'tls', 'ca.pem')
  const services = { auth, api: api[0] ?? 0, images, board }
  const asked = [
    ...Object.entries(services).map(([name, port]) => ({ name, port, caFile })),
    { name: 'render-worker', port: workerHealth[0] ?? 0, caFile: null },
  ]
  const answers = await Promise.all(
    asked.map(async ({ name, ...target }) => ({ name, isReady: await isReady(target) })),
  )
  const missing = answers.filter((answer) => !answer.isReady).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`not ready: ${missing.join(', ')}`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
