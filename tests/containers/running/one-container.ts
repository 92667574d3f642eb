import { randomBytes } from 'node:crypto'
import { createdEmailBody } from '@pas/api-contract/emails'
import { until } from '@pas/testing/until'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { docker, runInside } from './stack'

/** The image, by the tag of `docker buildx bake`. */
export const imageOf = (tag: 'test' | 'test-all' | 'before'): string => `partner-access-service:${tag}`

export const ports = { auth: 8443, api: 8444, images: 8445, board: 8451 } as const
export const publish = ['--publish', '8443-8492:8443-8492']
/** As README starts it: the options of Docker, the profile of the clone, and a root that cannot be written. */
export const confined = [
  ...['--read-only', '--tmpfs', '/tmp:exec', '--cap-drop', 'ALL'],
  ...['--security-opt', 'no-new-privileges', '--security-opt', 'seccomp=infra/images/seccomp.json'],
]

export const newApiKey = (): string => `pas_key_${randomBytes(32).toString('base64url')}`
const withKey = (apiKey: string): string => `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`

/** Milliseconds until a started container says in its log that it is ready. Rejects with the log when it ends before. */
export async function untilReady(container: string, since = performance.now()): Promise<number> {
  await until(
    `${container} is ready`,
    async () => {
      const log = await logOf(container)
      const ended = /^(exited|dead)/.test(await stateOf(container, '{{.State.Status}}'))
      if (ended) throw new Error(`${container} ended: ${log}`)
      return /^all-in-one +\| ready$/m.test(log.split('| stopping').at(-1) ?? '')
    },
    300_000,
  )
  return performance.now() - since
}

/** What it has written since its last start, errors included. */
export const logOf = async (container: string): Promise<string> =>
  runInside(
    'sh',
    '-c',
    'docker logs --since "$1" "$0" 2>&1',
    container,
    await stateOf(container, '{{.State.StartedAt}}'),
  )

export const stateOf = async (container: string, format: string): Promise<string> =>
  (await docker('inspect', '--format', format, container)).trim()

/** Runs a container to its end. Resolves to its exit code and what it wrote. */
export async function runToEnd(...args: string[]): Promise<{ code: number; log: string }> {
  const script = 'docker run --rm "$@" 2>&1; echo "exit code: $?"'
  const log = await runInside('sh', '-c', script, 'sh', ...args)
  return { code: Number(/exit code: (\d+)\s*$/.exec(log)?.[1]), log }
}

export const removeAll = (...containers: string[]): Promise<string> =>
  runInside('sh', '-c', 'docker rm --force --volumes "$@" >/dev/null 2>&1; true', 'sh', ...containers)

/** Trusts the certificate of a container, as README says. */
export const trusting = async (container: string): Promise<Agent> =>
  new Agent({
    connect: { ca: await docker('exec', container, 'cat', '/data/tls/ca.pem') },
    headersTimeout: 90_000,
  })

/** A partner of one container, by its first API key. */
export function partnerOf(dispatcher: Agent, apiKey: string, origin = 'https://localhost') {
  const instantUrl = `${origin}:${ports.api}/v1`
  return {
    post: async (email: object): Promise<string> => {
      const headers = { Authorization: withKey(apiKey), 'Content-Type': 'application/json' }
      const answer = await request(`${instantUrl}/emails`, {
        ...{ dispatcher, method: 'POST', headers },
        body: JSON.stringify(email),
      })
      const body: unknown = await answer.body.json()
      expect([answer.statusCode, body]).toEqual([200, expect.anything()])
      return createdEmailBody.parse(body).email_guid
    },
    /** Waits for the capture, and resolves to the picture. */
    picture: async (guid: string, code = 'CHROMEGMAILNEW'): Promise<Buffer> => {
      const asked = await request(`${instantUrl}/emails/${guid}/previews/${code}/full`, { dispatcher })
      await asked.body.dump()
      expect([code, asked.statusCode]).toEqual([code, 301])
      const { body, statusCode, headers } = await request(z.string().parse(asked.headers.location), {
        dispatcher,
      })
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
      return Buffer.from(await body.arrayBuffer())
    },
  }
}

/** MB that the container holds, as the kernel counts it: without the cache of files. */
export async function memoryOf(container: string): Promise<number> {
  const used = await docker('stats', '--no-stream', '--format', '{{.MemUsage}}', container)
  const [, amount, unit] = /^([\d.]+)([GMK])iB/.exec(used) ?? []
  return Number(amount) * ({ G: 1_073.7, M: 1.0486, K: 0.001 }[unit ?? ''] ?? NaN)
}
