import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Home } from '../tools/stack/src/home'
import { namesReadBy } from '@pas/settings/all-settings'
import { serviceNames } from '@pas/settings/setting'
import { planService } from '../tools/stack/src/service-plans'

const repository = path.resolve(__dirname, '..')

const urls: Record<string, string> = {
  DATABASE_URL: 'postgresql://pas@localhost/pas',
  REDIS_URL: 'redis://pas_cli@localhost',
  STORAGE_URL: 's3://bucket',
}

/** A value for every variable of .env.example, which has all that any process reads. */
const everything = Object.fromEntries(
  [...readFileSync(path.join(repository, '.env.example'), 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(
    ([, name = '']) => [name, urls[name] ?? '1'],
  ),
)

/** What an operator's shell may hold for other programs. */
const ofTheShell = {
  GITHUB_TOKEN: 'secret',
  NODE_AUTH_TOKEN: 'secret',
  PGPASSWORD: 'secret',
  SSH_AUTH_SOCK: '/agent',
  XDG_RUNTIME_DIR: '/run/user/1',
  XDG_CONFIG_HOME: '/home/config',
}

/** The database's role and Redis's user of each service. */
const roles = {
  auth: ['pas', 'pas_auth'],
  api: ['pas', 'pas_api'],
  images: ['pas_images', undefined],
  board: ['pas_board', undefined],
  'render-worker': ['pas_worker', 'pas_worker'],
} as const

const userOf = (url: string | undefined): string | undefined => url && new URL(url).username

const surroundings: Parameters<typeof planService>[1] = {
  home: {
    tree: '/clone',
    serviceNode: '/node',
    user: '/user',
    logs: '/logs',
    processes: '/processes',
  } as Home,
  identity: { name: 'pas', uid: 999, gid: 999, isDropped: true },
  ports: {
    ...{
      auth: 1,
      api: [2],
      images: 3,
      board: 8,
      mail: 9,
      workerHealth: [4],
      postgres: 5,
      redis: 6,
      demoWeb: 7,
    },
  },
  certificate: { certFile: '/cert', keyFile: '/key', caFile: '/ca' },
  options: {
    ...{
      homePath: '/home',
      portBase: 1,
      only: null,
      engines: null,
      apis: 1,
      workers: 1,
      installEngines: false,
      image: null,
    },
    env: { ...everything, ...ofTheShell, AWS_PROFILE: 'operator', PATH: '/bin', LANG: 'C.UTF-8' },
  },
  variables: {
    SESSION_SECRET: 'secret',
    ENCRYPTION_KEYS: 'key',
    BOARD_SECRET: 'board key',
    CHROMIUM_PATH: '/chromium',
  },
  storeUrls: {
    images: { DATABASE_URL: 'postgresql://pas_images@localhost/pas' },
    board: { DATABASE_URL: 'postgresql://pas_board@localhost/pas' },
    auth: { REDIS_URL: 'redis://pas_auth@localhost' },
    api: { REDIS_URL: 'redis://pas_api@localhost' },
    'render-worker': {
      DATABASE_URL: 'postgresql://pas_worker@localhost/pas',
      REDIS_URL: 'redis://pas_worker@localhost',
    },
  },
}

describe.each(serviceNames)('the environment that `npm start` gives %s', (service) => {
  const known = namesReadBy(service)

  it('has the variables that the service reads, those of the system, and no other of the shell', () => {
    for (const { env } of planService(service, surroundings)) {
      expect(env).toMatchObject({ NODE_ENV: 'production', PATH: '/bin', LANG: 'C.UTF-8' })
      // Of the system, of the fonts, and what says whose process it is.
      const others =
        /^(NODE_ENV|PATH|LANG|HOME|USER|LOGNAME|NODE_EXTRA_CA_CERTS|FONTCONFIG_FILE|XDG_\w+|AWS_PROFILE)$/
      expect(Object.keys(env).filter((name) => !known.has(name) && !others.test(name))).toEqual([])
      expect(env.XDG_CONFIG_HOME).toBe(service === 'render-worker' ? '/home/config' : undefined)
      expect(env.SESSION_SECRET).toBe(service === 'auth' ? 'secret' : undefined)
      expect(env.ENCRYPTION_KEYS).toBe(service === 'auth' ? 'key' : undefined)
      expect(env.BOARD_SECRET).toBe(service === 'board' ? 'board key' : undefined)
      expect(env.AWS_PROFILE).toBe(service === 'auth' || service === 'board' ? undefined : 'operator')
      expect([userOf(env.DATABASE_URL), userOf(env.REDIS_URL)]).toEqual(roles[service])
    }
  })

  it("has no credentials of the shell's AWS where storage is a folder", () => {
    const env = { ...surroundings.options.env, STORAGE_URL: 'file:///objects' }
    for (const plan of planService(service, { ...surroundings, options: { ...surroundings.options, env } }))
      expect(Object.keys(plan.env).filter((name) => name.startsWith('AWS_'))).toEqual([])
  })
})
