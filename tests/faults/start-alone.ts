import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { until } from '@pas/testing/until'
import { freePort } from '@pas/testing/free-port'
import { type ServiceProcess } from '../e2e/start-services'

const repository = path.resolve(__dirname, '../..')

type ServiceName = 'auth' | 'api' | 'images' | 'render-worker'

/** A service process that may never become ready. */
export interface LoneService extends ServiceProcess {
  /** The exit code; null after a signal. */
  exited: Promise<number | null>
  /** Resolves when `/readyz` names exactly these stores as away. */
  untilAway(away: readonly string[]): Promise<void>
}

const addresses = {
  TRUST_PROXY: '127.0.0.1',
  AUTH_URL: 'https://auth.test',
  API_URL: 'https://api.test',
  INSTANT_URL: 'https://instant.test/v1',
  IMAGES_URL: 'https://images.test',
  SESSION_SECRET: 'only-for-this-test-only-for-this-test',
  ENCRYPTION_KEYS: 'only-for-this-test-only-for-this-test',
  ENGINES: 'text',
}

/** Starts one service with these stores, and does not wait until it is ready: the stores may be away. */
export async function startAlone(
  service: ServiceName,
  stores: Readonly<Record<string, string>>,
): Promise<LoneService> {
  const port = await freePort()
  const child = spawn(process.execPath, [path.join(repository, 'services', service, 'dist', 'main.js')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      FONTCONFIG_FILE: process.env.FONTCONFIG_FILE,
      ENGINE_NICE: process.env.ENGINE_NICE,
      ...addresses,
      ...stores,
      [service === 'render-worker' ? 'HEALTH_PORT' : 'PORT']: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()))
  // 'close' comes after all output was read, unlike 'exit'.
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    process: child,
    output: () => output,
    exited,
    untilAway: (away) =>
      until(`${service} says that what is away is: ${away.join() || 'nothing'}`, async () => {
        const seen = await fetch(`${url}/readyz`, { headers: { 'X-Forwarded-Proto': 'https' } })
          .then(async (answer) => ((await answer.json()) as { away: string[] }).away)
          .catch(() => null)
        return [seen?.join() === away.join(), { seen, output: output.slice(-500) }]
      }),
    stop: () => {
      child.kill('SIGTERM')
      return exited
    },
  }
}
