import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Home } from '../tools/stack/src/home'
import { planService } from '../tools/stack/src/service-plans'
import { serviceKeys, serviceVariables } from '../tools/stack/src/service-variables'
import { variablesOf } from './cluster/variables-of'

const repository = path.resolve(__dirname, '..')

/** A value for every variable of .env.example, which has all that any process reads. */
const everything = Object.fromEntries(
  [...readFileSync(path.join(repository, '.env.example'), 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(
    ([, name = '']) => [name, name === 'DATABASE_URL' ? 'postgresql://pas@localhost/pas' : '1'],
  ),
)

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
    ...{ auth: 1, api: [2], images: 3, board: 8, workerHealth: [4], postgres: 5, redis: 6, demoWeb: 7 },
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
    },
    env: { ...everything, AWS_PROFILE: 'operator', PATH: '/bin' },
  },
  variables: {
    SESSION_SECRET: 'secret',
    ENCRYPTION_KEYS: 'key',
    BOARD_SECRET: 'board key',
    CHROMIUM_PATH: '/chromium',
  },
  workerDatabaseUrl: 'postgresql://pas_worker@localhost/pas',
}

describe.each(serviceKeys)('the environment that `npm start` gives %s', (service) => {
  const known = variablesOf(service)

  it('is listed in service-variables as in its schema', () => {
    expect([...serviceVariables[service]].sort()).toEqual(
      [...known].filter((name) => !name.startsWith('OTEL_')).sort(),
    )
  })

  it('has no variable that only other services read', () => {
    for (const { env } of planService(service, surroundings)) {
      expect(env).toMatchObject({ NODE_ENV: 'production', PATH: '/bin' })
      const told = Object.keys(env).filter((name) => name in everything)
      // Variables that no schema reads: the fonts', and the launcher's own.
      const others = /^(FONTCONFIG_FILE|PAS_HOME|PAS_PORT_BASE)$/
      expect(told.filter((name) => !known.has(name) && !others.test(name))).toEqual([])
      expect(env.SESSION_SECRET).toBe(service === 'auth' ? 'secret' : undefined)
      expect(env.ENCRYPTION_KEYS).toBe(service === 'auth' ? 'key' : undefined)
      expect(env.BOARD_SECRET).toBe(service === 'board' ? 'board key' : undefined)
      expect(env.AWS_PROFILE).toBe(service === 'auth' || service === 'board' ? undefined : 'operator')
      expect(env.DATABASE_URL).toContain(service === 'render-worker' ? '//pas_worker@' : '//pas@')
    }
  })
})
