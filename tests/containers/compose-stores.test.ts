import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { previewLifetimeMs } from '@pas/captures/lifetimes'
import { freePort } from '@pas/testing/free-port'
import { createTestFolder } from '@pas/testing/test-folder'
import { Redis } from 'ioredis'
import { makeComposeVariables, ownServices, readCompose, repository } from './read-compose'

const variables = makeComposeVariables()
const compose = readCompose(variables)
const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8')
const dayMs = 24 * 60 * 60 * 1000

describe('the stores of docker-compose.yml', () => {
  it('give auth and the API a Postgres role that owns the database without being superuser, and the others one that owns nothing', () => {
    const { environment = {}, volumes } = compose.services.postgres ?? {}
    expect(volumes).toContain('./infra/postgres:/docker-entrypoint-initdb.d:ro')
    const sql = read('infra/postgres/make-role.sql')
    const variableOf = new Map(
      [...sql.matchAll(/^\\getenv (\w+) (\w+)$/gm)].map(([, name = '', variable = '']) => [name, variable]),
    )
    const passwords = new Map(
      [...sql.matchAll(/^CREATE ROLE (\w+) LOGIN PASSWORD :'(\w+)';$/gm)].map(([, role = '', name = '']) => [
        role,
        environment[variableOf.get(name) ?? ''],
      ]),
    )
    const others = ['pas_worker', 'pas_board', 'pas_images']
    expect([...passwords.keys()]).toEqual(['pas', ...others])
    expect(sql.match(/^CREATE .*$/gm)?.at(-1)).toBe('CREATE DATABASE pas OWNER pas;')
    for (const [name, service] of [...ownServices(compose), ['migrate', compose.services.migrate] as const]) {
      const { username, password } = new URL(String(service?.environment?.DATABASE_URL))
      const role = `pas_${name.replace(/-.*/, '')}`
      expect([name, username]).toEqual([name, others.includes(role) ? role : 'pas'])
      expect(password).toBe(passwords.get(username))
    }
    // POSTGRES_USER names the superuser, `postgres` by default.
    expect(passwords).not.toContain(environment.POSTGRES_USER ?? 'postgres')
    expect(new Set([environment.POSTGRES_PASSWORD, ...passwords.values()]).size).toBe(5)
  })

  const drawing = ownServices(compose).flatMap(([name]) => (name.startsWith('worker-') ? [name] : []))
  it.each([
    { store: 'redis', variable: 'REDIS_URL', usedBy: ['api', ...drawing] },
    { store: 'redis-rates', variable: 'RATES_REDIS_URL', usedBy: ['auth', 'api'] },
  ])(
    'give each process that uses $store a user of its own, let no other in, and lose no transaction at a restart',
    async ({ store, variable, usedBy }) => {
      const { command = [], environment = {}, volumes, tmpfs } = compose.services[store] ?? {}
      expect(volumes).toContain('./infra/redis:/etc/pas:ro')
      expect(tmpfs).toEqual(['/tmp'])
      const folder = await createTestFolder()
      let port = 0
      const places: Record<string, string> = {
        '/etc/pas/': `${repository}/infra/redis/`,
        '/tmp/': `${folder.path}/`,
        '/data': folder.path,
      }
      // In one pass: the clone's own path may have `/tmp/` in it.
      const script = (command[2] ?? '').replaceAll(
        /\/etc\/pas\/|\/tmp\/|\/data/g,
        (place) => places[place] ?? place,
      )
      const start = async (): Promise<{ stop(): Promise<unknown> }> => {
        for (let tries = 0; tries < 5; tries++) {
          port = await freePort()
          const server = spawn('sh', ['-c', `${script} --bind 127.0.0.1 --port ${port}`], {
            env: { PATH: process.env.PATH, ...(environment as Record<string, string>) },
            stdio: 'ignore',
          })
          const ended = once(server, 'exit')
          const stop = (): Promise<unknown> => {
            server.kill()
            return ended
          }
          const answer = await asAdmin((redis) => Promise.race([redis.ping(), ended]))
          if (answer === 'PONG') return { stop }
          await stop()
          // Another process may have taken the port meanwhile: then the server has ended at once.
          if (typeof answer === 'string') throw new Error(answer)
        }
        throw new Error('Redis ended at once, five times.')
      }
      const connected = async <T>(
        username: string,
        password: string,
        work: (redis: Redis) => Promise<T>,
      ): Promise<T | string> => {
        const redis = new Redis({
          ...{ port, password, username, retryStrategy: () => 50 },
          // The server is waited for, however long a busy machine takes to start it.
          maxRetriesPerRequest: null,
        })
        redis.on('error', () => undefined)
        return work(redis)
          .catch(({ message }: Error) => message)
          .finally(() => redis.disconnect())
      }
      const asAdmin = <T>(work: (redis: Redis) => Promise<T>): Promise<T | string> =>
        connected('pas_admin', String(environment.REDISCLI_AUTH), work)
      let server = await start()
      try {
        await asAdmin((redis) => redis.multi().set('a', '1').set('b', '2').exec())
        await server.stop()
        server = await start()
        expect(await asAdmin((redis) => redis.mget('a', 'b'))).toEqual(['1', '2'])
        expect(await connected('default', '', (redis) => redis.ping())).toMatch(/^(NOAUTH|WRONGPASS)/)
        const users = ownServices(compose).flatMap(([name, service]) => {
          const url = service.environment?.[variable]
          return url === undefined ? [] : [[name, new URL(String(url))] as const]
        })
        expect(users.map(([name, { username, hostname }]) => [name, username, hostname])).toEqual(
          usedBy.map((name) => [name, `pas_${name.replace('-', '_')}`, store]),
        )
        const known = await asAdmin((redis) => redis.call('ACL', 'USERS'))
        expect([...(known as string[])].sort()).toEqual(
          ['default', 'pas_admin', ...users.map(([, { username }]) => username)].sort(),
        )
        for (const [, { username, password }] of users)
          expect(await connected(username, password, (redis) => redis.echo('x'))).toMatch(/NOPERM.*'echo'/)
      } finally {
        await server.stop()
        await folder.close()
      }
    },
  )

  it('let MinIO make the folders below $HOME that it needs, although its root is read-only', () => {
    const { environment = {}, tmpfs = [] } = compose.services.minio ?? {}
    expect(tmpfs).toContain(environment.HOME)
  })

  it("take no variable that an operator's shell may hold for other programs", () => {
    expect(Object.keys(variables).filter((name) => /^(AWS|PG|MC|OTEL|GF)_?/.test(name))).toEqual([])
    const { api, 'minio-prepare': prepare, ...others } = compose.services
    expect(api?.environment).toMatchObject({
      AWS_ACCESS_KEY_ID: variables.S3_USER,
      AWS_SECRET_ACCESS_KEY: variables.S3_USER_SECRET,
    })
    expect(prepare?.environment).toMatchObject({
      S3_USER: variables.S3_USER,
      S3_USER_SECRET: variables.S3_USER_SECRET,
      S3_WORKER: variables.S3_WORKER,
      S3_WORKER_SECRET: variables.S3_WORKER_SECRET,
    })
    for (const [, worker] of Object.entries(others).filter(([name]) => name.startsWith('worker-')))
      expect(worker.environment).toMatchObject({
        AWS_ACCESS_KEY_ID: variables.S3_WORKER,
        AWS_SECRET_ACCESS_KEY: variables.S3_WORKER_SECRET,
      })
  })

  it('can be prepared again, with nothing but a shell and mc', async () => {
    const folder = await createTestFolder()
    const place = folder.path
    const mc = path.join(place, 'mc')
    const attachments = ['pas-objects --user pas', 'pas-captures --user pas-worker']
    const attached = attachments.map((attachment) => path.join(place, attachment.replaceAll(' ', '-')))
    // What mc answers (RELEASE.2025-08-13T08-35-41Z and others before) when there is nothing to change.
    const inEffect =
      'mc: <ERROR> Unable to make user/group policy association. The specified policy change is already in effect.'
    writeFileSync(
      mc,
      `#!/bin/sh
case "$*" in
${attachments.map((attachment, index) => `  'admin policy attach store ${attachment}') attached='${attached[index]}' ;;`).join('\n')}
  'admin policy attach'*) exit 3 ;;
  *) exit 0 ;;
esac
[ -e '${path.join(place, 'away')}' ] && echo 'mc: <ERROR> Unable to make user/group policy association. Connection refused' >&2 && exit 1
[ -e "$attached" ] && echo '${inEffect}' >&2 && exit 1
: >"$attached"
`,
    )
    chmodSync(mc, 0o755)
    const prepare = (): { status: number | null; stderr: string } =>
      spawnSync('/bin/sh', [path.join(repository, 'infra/minio/prepare.sh')], {
        env: {
          ...{ PATH: place, S3_USER: 'pas', S3_USER_SECRET: 'secret' },
          ...{ S3_WORKER: 'pas-worker', S3_WORKER_SECRET: 'other' },
        },
        encoding: 'utf8',
      })
    expect(prepare()).toMatchObject({ status: 0 })
    expect(attached.map((file) => existsSync(file))).toEqual([true, true])
    expect(prepare()).toMatchObject({ status: 0 })
    for (const file of attached) rmSync(file)
    writeFileSync(path.join(place, 'away'), '')
    const refused = prepare()
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('Connection refused')])
    await folder.close()
  })

  it('expire objects a little later than the service erases them', () => {
    const { Rules } = JSON.parse(read('infra/minio/lifecycle.json')) as {
      Rules: { Filter: { Prefix: string }; Expiration: { Days: number } }[]
    }
    expect(Rules.map(({ Filter, Expiration }) => [Filter.Prefix, Expiration.Days])).toEqual([
      // A picture may be stored two days before the last capture that shares it.
      ['captures/', previewLifetimeMs / dayMs + 3],
      ['emails/', 3],
    ])
  })
})
