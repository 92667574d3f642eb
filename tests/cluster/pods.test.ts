import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { namesReadBy } from '@pas/settings/all-settings'
import type { Service } from '@pas/settings/setting'
import { engineNames } from '../../packages/engine-programs/src/engine-packages'
import { loadConfig as loadApiConfig } from '../../services/api/src/config'
import { loadConfig as loadAuthConfig } from '../../services/auth/src/config'
import { loadConfig as loadBoardConfig } from '../../services/board/src/config'
import { loadConfig as loadImagesConfig } from '../../services/images/src/config'
import { loadConfig as loadWorkerConfig } from '../../services/render-worker/src/config'
import { startTimeoutMs as engineStartMs } from '../../services/render-worker/src/engines/supervised/start-program'
import { describeManifests } from './build-kustomization'
import { ofKind } from './manifest'
import { manifests, pods, processes, serviceOf, variablesOf, type Pod } from './pods'

const repository = path.resolve(__dirname, '../..')
const deployments = ofKind(manifests, 'Deployment')
const environmentOf = (pod: Pod): Record<string, string> => variablesOf(pod, secrets)

/** The secrets that the operator makes (docs/operations.md, "Secrets"), with values as they may be. */
const secrets: Record<string, Record<string, string>> = {
  'pas-database': { DATABASE_URL: 'postgresql://pas:password@postgres.internal:5432/pas' },
  'pas-worker-database': { DATABASE_URL: 'postgresql://pas_worker:password@postgres.internal:5432/pas' },
  'pas-board-database': { DATABASE_URL: 'postgresql://pas_board:password@postgres.internal:5432/pas' },
  'pas-images-database': { DATABASE_URL: 'postgresql://pas_images:password@postgres.internal:5432/pas' },
  'pas-redis-auth': { RATES_REDIS_URL: 'rediss://pas_auth:password@rates.internal:6379' },
  'pas-redis-api': {
    REDIS_URL: 'rediss://pas_api:password@redis.internal:6379',
    RATES_REDIS_URL: 'rediss://pas_api:password@rates.internal:6379',
  },
  'pas-redis-workers': Object.fromEntries(
    engineNames.map((engine) => [engine, `rediss://pas_worker_${engine}:password@redis.internal:6379`]),
  ),
  'pas-storage': { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' },
  'pas-worker-storage': { AWS_ACCESS_KEY_ID: 'worker-id', AWS_SECRET_ACCESS_KEY: 'worker-key' },
  'pas-session': { SESSION_SECRET: 'x'.repeat(32), ENCRYPTION_KEYS: 'x'.repeat(32) },
  'pas-board': { BOARD_SECRET: 'x'.repeat(32) },
  'pas-board-application': { BOARD_CLIENT_ID: 'pas-board', BOARD_CLIENT_SECRET: 'x'.repeat(32) },
  'pas-backup': {
    RCLONE_CONFIG_STORE_ACCESS_KEY_ID: 'reader-id',
    RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY: 'reader-key',
    RCLONE_CONFIG_BACKUP_ACCESS_KEY_ID: 'backup-id',
    RCLONE_CONFIG_BACKUP_SECRET_ACCESS_KEY: 'backup-key',
  },
  'pas-mail': {
    SMTP_URL: 'smtp://pas:password@mail.internal:587',
    SMTP_FROM: 'no-reply@mail-previews.example',
  },
  'pas-outbound': { OUTBOUND_PROXY: 'http://pas:password@proxy.internal:3128' },
  'pas-openid': {
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret',
  },
}
const loaders: Record<string, (env: Record<string, string>) => unknown> = {
  api: loadApiConfig,
  auth: loadAuthConfig,
  images: loadImagesConfig,
  board: loadBoardConfig,
  'render-worker': loadWorkerConfig,
}

describeManifests('the variables of every process', () => {
  it.each(processes)('%s accepts its configuration, and reads all of it', (_name, pod) => {
    const environment = environmentOf(pod)
    const known = namesReadBy(serviceOf(pod) as Service)
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([])
    expect(() => loaders[serviceOf(pod)]?.(environment)).not.toThrow()
  })

  it('give each secret only to the processes that use it', () => {
    const known = (name: string): string[] =>
      processes.flatMap(([pod, { container }]) =>
        container?.envFrom?.some(({ secretRef }) => secretRef?.name === name) ? [pod] : [],
      )
    for (const name of ['pas-session', 'pas-mail', 'pas-openid']) expect(known(name)).toEqual(['auth'])
    expect(known('pas-outbound')).toEqual(['api'])
    expect(known('pas-storage')).toEqual(['api', 'images'])
    for (const name of ['pas-board', 'pas-board-application']) expect(known(name)).toEqual(['board'])
    expect(known('pas-database')).toEqual(['api', 'auth'])
    for (const name of ['images', 'board']) expect(known(`pas-${name}-database`)).toEqual([name])
    for (const name of ['auth', 'api']) expect(known(`pas-redis-${name}`)).toEqual([name])
    const workers = processes.map(([name]) => name).filter((name) => name.startsWith('worker-'))
    for (const name of ['pas-worker-database', 'pas-worker-storage']) expect(known(name)).toEqual(workers)
    // Of its own engine.
    for (const [, pod] of processes.filter(([name]) => workers.includes(name))) {
      const { REDIS_URL = '', ENGINES } = environmentOf(pod)
      expect(new URL(REDIS_URL).username).toBe(`pas_worker_${ENGINES}`)
    }
    const ofSingleKeys = processes.filter(([, { container }]) =>
      container?.env?.some((one) => one.valueFrom?.secretKeyRef),
    )
    // OIDC_ONLY, which is no secret, is beside those of the provider.
    expect(ofSingleKeys.map(([name]) => name).sort()).toEqual(['board', ...workers].sort())
  })

  it('name only the pods’ range in TRUST_PROXY, which is where the ingress controller is', () => {
    for (const [, pod] of processes) {
      const { TRUST_PROXY } = environmentOf(pod)
      expect(TRUST_PROXY).toBe(serviceOf(pod) === 'render-worker' ? undefined : '10.244.0.0/16')
    }
  })

  it('tell the API where the board opens its share links, and auth where people go', () => {
    const boardUrls = new Map(processes.map(([name, pod]) => [name, environmentOf(pod).BOARD_URL]))
    expect(boardUrls.get('api')).toMatch(/^https:/)
    for (const name of ['auth', 'api']) expect(boardUrls.get(name)).toBe(boardUrls.get('board'))
  })

  it('give a process more time to stop than it may take', () => {
    for (const [, pod] of processes) {
      const { SHUTDOWN_GRACE_MS, DRAIN_DELAY_MS = '0' } = environmentOf(pod)
      const longestStopMs = Number(SHUTDOWN_GRACE_MS) + Number(DRAIN_DELAY_MS)
      expect((pod.spec.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(longestStopMs)
    }
  })

  it('give migrations DATABASE_URL, REDIS_URL and nothing else, and a command that the image has', () => {
    const [job] = pods.filter(({ name }) => name === 'migrate')
    expect(job && Object.keys(environmentOf(job))).toEqual(['DATABASE_URL', 'REDIS_URL'])
    expect(job?.container?.command).toEqual(['node', 'bin/pas', 'migrate'])
    expect(existsSync(path.join(repository, 'bin/pas'))).toBe(true)
  })

  it('give the backup the database, a key that reads the store and a key of the backup, and what its script reads', () => {
    const [pod] = pods.filter(({ name }) => name === 'backup')
    const environment = pod ? environmentOf(pod) : {}
    const script = readFileSync(path.join(repository, 'infra/backup/back-up.sh'), 'utf8')
    const own = Object.keys(environment).filter((name) => !name.startsWith('RCLONE_CONFIG_'))
    expect(own.filter((name) => !script.includes(name))).toEqual([])
    expect(own.sort()).toEqual(['BACKUP_FROM', 'BACKUP_KEEP_DAYS', 'BACKUP_TO', 'DATABASE_URL'])
    // Each remote that BACKUP_FROM and BACKUP_TO name is configured, with credentials.
    for (const name of ['BACKUP_FROM', 'BACKUP_TO']) {
      const [remote = ''] = environment[name]?.split(':') ?? []
      for (const setting of ['TYPE', 'PROVIDER', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'])
        expect(environment).toHaveProperty(`RCLONE_CONFIG_${remote.toUpperCase()}_${setting}`)
    }
    expect(pod?.container?.command).toEqual(['back-up'])
  })
})

/**
 * The longest time that a start may take before the process exits: its stores, two tries of an engine, and Redis once
 * more.
 */
function longestStartMs(pod: Pod): number {
  const { startTimeoutMs: storesMs } = (loaders[serviceOf(pod)]?.(environmentOf(pod)) ?? {}) as {
    startTimeoutMs?: number
  }
  if (!storesMs) throw new Error(`${pod.name} has no START_TIMEOUT_MS`)
  return 2 * storesMs + (serviceOf(pod) === 'render-worker' ? 2 * engineStartMs : 0)
}

describeManifests('every worker', () => {
  const browsers = processes.filter(
    ([, pod]) => serviceOf(pod) === 'render-worker' && pod.name !== 'worker-text',
  )

  it.each(browsers)(
    '%s ends an engine that holds too much before the node kills the worker',
    (_name, pod) => {
      const [, amount, unit] = /^(\d+)([GM])i$/.exec(String(pod.container?.resources?.limits?.memory)) ?? []
      const limitBytes = Number(amount) * 1024 ** (unit === 'G' ? 3 : 2)
      const { residentBytes = Infinity } = loadWorkerConfig(environmentOf(pod)).engineLimits
      // In the middle of a capture an engine may hold twice that (ADR 17); the rest is for the worker itself and /tmp.
      expect(residentBytes * 2 + 512 * 1024 ** 2).toBeLessThan(limitBytes)
      expect(residentBytes).toBeGreaterThan(limitBytes * 0.35)
    },
  )
})

describeManifests('every pod', () => {
  it.each(pods.map((pod) => [pod.name, pod] as const))(
    '%s runs without root, capabilities and a token of the cluster, and writes to memory only',
    (_name, { spec, container }) => {
      expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10_001,
        runAsGroup: 10_001,
      })
      expect(container?.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      for (const { emptyDir } of spec.volumes ?? []) expect(emptyDir).toMatchObject({ medium: 'Memory' })
      expect(container?.volumeMounts?.map(({ mountPath }) => mountPath)).toContain('/tmp')
      expect(container?.resources).toMatchObject({
        requests: { cpu: expect.anything() as unknown, memory: expect.anything() as unknown },
        limits: { cpu: expect.anything() as unknown, memory: expect.anything() as unknown },
      })
    },
  )

  it('goes before workers where a node has no room for all, unless it is a worker itself', () => {
    const classes = new Map(
      ofKind(manifests, 'PriorityClass').map(({ metadata, value }) => [metadata.name, value]),
    )
    const priorityOf = (pod: Pod): number => classes.get(pod.spec.priorityClassName ?? '') ?? 0
    const workers = processes.filter(([name]) => name.startsWith('worker-')).map(([, pod]) => priorityOf(pod))
    const others = pods.filter(({ name }) => !name.startsWith('worker-')).map(priorityOf)
    expect(Math.max(...workers)).toBeLessThan(Math.min(...others))
    // Pods that name no class have 0.
    expect(Math.min(...workers)).toBeLessThan(0)
    expect(classes.get('pas-stores')).toBeGreaterThan(Math.max(...others))
  })

  it('has the seccomp profile of infra/images if it is a worker, and the runtime’s own otherwise', () => {
    for (const pod of pods) {
      const wanted =
        serviceOf(pod) === 'render-worker'
          ? { type: 'Localhost', localhostProfile: 'profiles/pas-worker.json' }
          : { type: 'RuntimeDefault' }
      expect(pod.spec.securityContext?.seccompProfile).toEqual(wanted)
    }
    expect(existsSync(path.join(repository, 'infra/images/seccomp.json'))).toBe(true)
  })

  it('has an unmasked /proc only in the namespace pas-unmasked, and there in a user namespace of its own', () => {
    for (const { namespace, spec, container } of pods) {
      const isUnmasked = container?.securityContext?.procMount === 'Unmasked'
      expect([
        isUnmasked,
        spec.securityContext?.appArmorProfile?.type === 'Unconfined',
        spec.hostUsers === false,
      ]).toEqual(Array(3).fill(namespace === 'pas-unmasked'))
    }
    const levels = ofKind(manifests, 'Namespace').map(({ metadata }) => [
      metadata.name,
      metadata.labels?.['pod-security.kubernetes.io/enforce'],
    ])
    expect(levels).toEqual([
      ['pas', 'restricted'],
      ['pas-unmasked', 'privileged'],
    ])
  })

  it.each(processes)(
    '%s is probed at its health paths, has more time to start than it may need, and stays available in an upgrade',
    (name, pod) => {
      const { container } = pod
      const isWorker = serviceOf(pod) === 'render-worker'
      const probes = {
        startup: container?.startupProbe,
        live: container?.livenessProbe,
        ready: container?.readinessProbe,
      }
      const { failureThreshold = 0, periodSeconds = 0 } = probes.startup ?? {}
      expect(failureThreshold * periodSeconds * 1_000).toBeGreaterThan(longestStartMs(pod))
      expect(probes.startup?.httpGet?.path).toBe('/healthz')
      expect(probes.live?.httpGet?.path).toBe('/healthz')
      expect(probes.ready?.httpGet?.path).toBe('/readyz')
      const port = container?.ports?.find((one) => one.name === 'http')?.containerPort
      const environment = environmentOf(pod)
      expect(String(port)).toBe(environment[isWorker ? 'HEALTH_PORT' : 'PORT'])
      expect(environment[isWorker ? 'HEALTH_HOST' : 'HOST']).toBe('0.0.0.0')
      for (const probe of Object.values(probes)) {
        expect(probe?.httpGet?.port).toBe('http')
        // Probes send no X-Forwarded-Proto: only the ingress controller may.
        expect(probe?.httpGet?.httpHeaders).toBeUndefined()
      }
      const deployment = deployments.find(({ metadata }) => metadata.name === name)
      expect(deployment?.spec?.strategy?.rollingUpdate).toMatchObject({ maxUnavailable: 0 })
    },
  )

  it.each(processes)('%s is spread over zones and nodes, and its metrics are scraped', (_name, pod) => {
    const { spec, annotations, container } = pod
    expect(spec.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey).sort()).toEqual([
      'kubernetes.io/hostname',
      'topology.kubernetes.io/zone',
    ])
    const metrics = container?.ports?.find(({ name }) => name === 'metrics')?.containerPort
    expect(annotations).toMatchObject({
      'prometheus.io/scrape': 'true',
      'prometheus.io/port': String(metrics),
      'prometheus.io/path': '/metrics',
    })
    const environment = environmentOf(pod)
    expect(environment.OTEL_EXPORTER_PROMETHEUS_PORT).toBe(String(metrics))
  })
})
