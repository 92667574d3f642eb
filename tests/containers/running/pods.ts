import path from 'node:path'
import { until } from '@pas/testing/until'
import { describeManifests } from '../../cluster/build-kustomization'
import { pods, processes, variablesOf, type Pod } from '../../cluster/pods'
import { composeVariable, describeContainers, docker, engines, startStack, summary } from './stack'

const networks = ['services', 'workers', 'board'].map((name) => `pas-test_${name}`)
const inMegabytes = (quantity: unknown): string => {
  const [, amount, unit] = /^(\d+)([GM])i$/.exec(String(quantity)) ?? []
  return `${amount}${unit === 'G' ? 'g' : 'm'}`
}
const inCores = (quantity: unknown): string => {
  const [, amount, milli] = /^(\d+)(m?)$/.exec(String(quantity)) ?? []
  return String(milli ? Number(amount) / 1_000 : amount)
}

/** What the secrets of the manifests hold in the stack's stores. */
function secretsOfStack(): Record<string, Record<string, string>> {
  const v = composeVariable
  const database = (role: string, password: string): Record<string, string> => ({
    DATABASE_URL: `postgresql://${role}:${v(password)}@postgres:5432/pas`,
  })
  const redis = (user: string, host = 'redis'): string =>
    `redis://pas_${user}:${v(`REDIS_${user.toUpperCase()}_PASSWORD`)}@${host}:6379`
  const storage = (key: string): Record<string, string> => ({
    AWS_ACCESS_KEY_ID: v(key),
    AWS_SECRET_ACCESS_KEY: v(`${key}_SECRET`),
  })
  return {
    'pas-database': database('pas', 'POSTGRES_PASSWORD'),
    'pas-worker-database': database('pas_worker', 'POSTGRES_WORKER_PASSWORD'),
    'pas-board-database': database('pas_board', 'POSTGRES_BOARD_PASSWORD'),
    'pas-images-database': database('pas_images', 'POSTGRES_IMAGES_PASSWORD'),
    'pas-redis-auth': { RATES_REDIS_URL: redis('auth', 'redis-rates') },
    'pas-redis-api': { REDIS_URL: redis('api'), RATES_REDIS_URL: redis('api', 'redis-rates') },
    'pas-redis-workers': Object.fromEntries(engines.map((engine) => [engine, redis(`worker_${engine}`)])),
    'pas-storage': storage('S3_USER'),
    'pas-worker-storage': storage('S3_WORKER'),
    'pas-session': { SESSION_SECRET: v('SESSION_SECRET'), ENCRYPTION_KEYS: v('ENCRYPTION_KEYS') },
    'pas-board': { BOARD_SECRET: v('BOARD_SECRET') },
    'pas-board-application': {
      BOARD_CLIENT_ID: v('BOARD_CLIENT_ID'),
      BOARD_CLIENT_SECRET: v('BOARD_CLIENT_SECRET'),
    },
    'pas-mail': {},
    'pas-openid': {},
  }
}

/** What `docker run` needs to run a pod's container as its manifest says. */
function argumentsOf(pod: Pod): string[] {
  const { spec, container } = pod
  const { securityContext: own, resources } = container ?? {}
  const { securityContext: shared } = spec
  const security = [
    ...(own?.allowPrivilegeEscalation === false ? ['no-new-privileges:true'] : []),
    ...(shared?.seccompProfile?.type === 'Localhost' ? ['seccomp=infra/images/seccomp.json'] : []),
    ...(own?.procMount === 'Unmasked' ? ['systempaths=unconfined'] : []),
    ...(shared?.appArmorProfile?.type === 'Unconfined' ? ['apparmor=unconfined'] : []),
  ]
  const mounts = (container?.volumeMounts ?? []).flatMap(({ name, mountPath }) => {
    const volume = spec.volumes?.find((one) => one.name === name)
    const size = inMegabytes(volume?.emptyDir?.sizeLimit)
    return mountPath === '/dev/shm'
      ? ['--shm-size', size]
      : ['--tmpfs', `${mountPath}:exec,mode=1777,size=${size}`]
  })
  // Where the stack has its objects is not where the example's installation has them.
  const objects = {
    STORAGE_URL: 's3://pas',
    S3_ENDPOINT: 'http://minio:9000',
    S3_FORCE_PATH_STYLE: '1',
    S3_REGION: 'us-east-1',
  }
  const variables = { ...variablesOf(pod, secretsOfStack()) }
  if ('STORAGE_URL' in variables) Object.assign(variables, objects)
  const [image = ''] = path.basename(container?.image ?? '').split(':')
  return [
    ...['--user', `${shared?.runAsUser}:${shared?.runAsGroup}`],
    ...(own?.readOnlyRootFilesystem ? ['--read-only'] : []),
    ...(own?.capabilities?.drop ?? []).flatMap((name) => ['--cap-drop', name]),
    ...security.flatMap((option) => ['--security-opt', option]),
    ...mounts,
    ...['--memory', inMegabytes(resources?.limits?.memory), '--cpus', inCores(resources?.limits?.cpu)],
    ...networks.flatMap((name) => ['--network', name]),
    ...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...(container?.command ? ['--entrypoint', container.command[0] ?? ''] : []),
    `pas/${image}:test`,
    ...(container?.command?.slice(1) ?? []),
    ...(container?.args ?? []),
  ]
}

describeContainers('a pod, as a container with what its manifest says', () => {
  describeManifests('of the example installation', () => {
    beforeAll(startStack, 600_000)

    it.each(processes)(
      '%s starts, and its probes succeed',
      async (name, pod) => {
        const container = `pas-test-pod-${name}`
        const labels = { project: 'pas-test', service: container, oneoff: 'False' }
        // By these labels `docker compose down` finds it.
        const labelled = Object.entries(labels).flatMap(([key, value]) => [
          '--label',
          `com.docker.compose.${key}=${value}`,
        ])
        const startedAt = performance.now()
        await docker('run', '--detach', '--name', container, ...labelled, ...argumentsOf(pod))
        try {
          for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
            const { path: place, port } = pod.container?.[probe]?.httpGet ?? {}
            const number = pod.container?.ports?.find((one) => one.name === port)?.containerPort
            const ask = `fetch('http://127.0.0.1:${number}${place}').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`
            await until(
              `${probe} succeeds`,
              async () => {
                const state = await docker('inspect', '--format', '{{.State.Status}}', container)
                if (state.trim() !== 'running')
                  throw new Error(await docker('logs', '--tail', '5', container))
                return docker('exec', container, 'node', '--eval', ask).then(
                  () => true,
                  () => false,
                )
              },
              120_000,
            )
          }
          summary(`pod ${name}: ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
        } finally {
          await docker('rm', '--force', container)
        }
      },
      180_000,
    )

    it('migrate ends well', async () => {
      const [pod] = pods.filter(({ name }) => name === 'migrate')
      if (!pod) throw new Error('infra/k8s has no job migrate')
      await docker('run', '--rm', ...argumentsOf(pod))
    }, 60_000)
  })
})
