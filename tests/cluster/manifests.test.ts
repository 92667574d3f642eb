import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { servedEngineNames } from '../../services/render-worker/src/engines/engine-registry'
import { parse, parseAllDocuments } from 'yaml'
import {
  buildKustomization,
  kustomizationFile,
  kustomizationFolders,
  readKustomization,
} from './build-kustomization'
import { findProblems } from './find-problems'
import { ofKind, selects, type Manifest } from './manifest'

const repository = path.resolve(__dirname, '../..')
const folder = path.join(repository, 'infra/k8s')
const example = path.join(folder, 'overlays/example')
const manifests = buildKustomization(example)
const deployments = ofKind(manifests, 'Deployment')
const nameOf = ({ kind, metadata }: Manifest): string =>
  `${kind} ${metadata.namespace ?? ''} ${metadata.name}`
const services = ['api', 'auth', 'images']
const workers = servedEngineNames.map((engine) => `worker-${engine}`).sort()

describe('the files of infra/k8s', () => {
  it.each(kustomizationFolders(folder))('%s names every file of its folder, and no others', (one) => {
    const { resources, components, patches } = readKustomization(one)
    const named = [...resources, ...components, ...patches.flatMap((patch) => patch.path ?? [])]
    expect(named.filter((name) => !existsSync(path.join(one, name)))).toEqual([])
    const files = readdirSync(one).filter((name) => name.endsWith('.yaml') && name !== kustomizationFile)
    expect(files.sort()).toEqual(named.filter((name) => name.endsWith('.yaml')).sort())
  })

  it('hold no secret, but only the names of secrets that the operator makes', () => {
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([])
    const secret = /SECRET|PASSWORD|ACCESS_KEY|DATABASE_URL|REDIS_URL/
    for (const { data } of ofKind(manifests, 'ConfigMap'))
      expect(Object.keys(data ?? {}).filter((name) => secret.test(name))).toEqual([])
  })

  const kubectl = spawnSync('kubectl', ['kustomize', example], { encoding: 'utf8' })
  const name = 'give the manifests that kubectl makes of them'
  const orSkip = kubectl.error ? it.skip : it
  orSkip(kubectl.error ? `${name} (skipped: kubectl is not on PATH)` : name, () => {
    const theirs = parseAllDocuments(kubectl.stdout).map((document) => document.toJS() as Manifest)
    expect(kubectl.stderr).toBe('')
    expect(comparable(manifests)).toEqual(comparable(theirs))
  })
})

/**
 * Manifests in one order, with their lists of named entries sorted and without the hashes of generated names, none of
 * which changes what a cluster does.
 */
function comparable(all: readonly Manifest[]): unknown {
  const inOrder = [...all].sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
  const keyOf = (entry: { name?: string; mountPath?: string }): string => entry.mountPath ?? entry.name ?? ''
  return JSON.parse(
    JSON.stringify(inOrder, (_key, value: unknown) => {
      if (typeof value === 'string')
        return value.replace(/^(process|storage|listening|people|api)-[a-z0-9]{10}$/, '$1')
      if (!Array.isArray(value) || value === inOrder) return value
      return [...(value as object[])].sort((a, b) => keyOf(a).localeCompare(keyOf(b)))
    }),
  )
}

describe('the example installation', () => {
  it.each(manifests.map((manifest) => [nameOf(manifest), manifest] as const))(
    '%s is accepted by the schema of its kind',
    (_, one) => {
      expect(findProblems(one)).toEqual([])
    },
  )

  it('has each service, a worker for each engine, and migrations of the same release', () => {
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual([...services, ...workers])
    expect(ofKind(manifests, 'Job').map(({ metadata }) => metadata.name)).toEqual(['migrate'])
    const images = [...deployments, ...ofKind(manifests, 'Job')].map(
      ({ spec }) => spec?.template.spec?.containers[0]?.image ?? '',
    )
    expect(new Set(images.map((image) => image.split(':')[1])).size).toBe(1)
  })

  it('runs the images of docker-compose.yml', () => {
    const compose = parse(readFileSync(path.join(repository, 'docker-compose.yml'), 'utf8')) as {
      services: Record<string, { image?: string }>
    }
    const theirs = Object.values(compose.services).flatMap(
      ({ image = '' }) => /^(pas\/[\w-]+):/.exec(image)?.[1] ?? [],
    )
    const ours = buildKustomization(path.join(folder, 'base'))
      .concat(buildKustomization(path.join(folder, 'unmasked')))
      .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
      .map((one) => ofKind([one], 'Deployment').concat(ofKind([one], 'Job') as never)[0]?.spec)
      .map((spec) => spec?.template.spec?.containers[0]?.image)
    expect(new Set(ours)).toEqual(new Set(theirs))
  })

  it.each([
    ...ofKind(manifests, 'Service')
      .filter(({ metadata }) => metadata.name !== 'nobody')
      .map(({ metadata, spec }) => ({ metadata, labels: spec?.selector })),
    ...ofKind(manifests, 'PodDisruptionBudget').map(({ metadata, spec }) => ({
      metadata,
      labels: spec?.selector?.matchLabels,
    })),
  ])('$metadata.name selects the pods of one deployment', ({ metadata, labels = {} }) => {
    const selected = deployments.filter(
      (deployment) =>
        deployment.metadata.namespace === metadata.namespace &&
        selects({ matchLabels: labels }, deployment.spec?.template.metadata?.labels),
    )
    expect(selected.map((deployment) => deployment.metadata.name)).toEqual([metadata.name])
  })

  it('gives every deployment a budget for disruptions, under which a node can still be emptied', () => {
    const budgets = ofKind(manifests, 'PodDisruptionBudget')
    expect(budgets.map(({ metadata }) => metadata.name).sort()).toEqual([...services, ...workers])
    for (const { spec } of budgets) expect(spec).toMatchObject({ maxUnavailable: 1 })
  })

  it('leads each of the four hosts to its service, with a read timeout above PROXY_TIMEOUT_MS and no buffering', () => {
    const [ingress] = ofKind(manifests, 'Ingress')
    const settings = new Map(ofKind(manifests, 'ConfigMap').flatMap(({ data }) => Object.entries(data ?? {})))
    const leads = (ingress?.spec?.rules ?? []).map(({ host, http }) => [
      host,
      http?.paths.find((one) => one.path === '/')?.backend.service?.name,
    ])
    const hostOf = (variable: string): string => new URL(settings.get(variable) ?? '').host
    expect(leads).toEqual([
      [hostOf('AUTH_URL'), 'auth'],
      [hostOf('API_URL'), 'api'],
      [hostOf('INSTANT_URL'), 'api'],
      [hostOf('IMAGES_URL'), 'images'],
    ])
    expect(ingress?.spec?.tls?.[0]?.hosts).toEqual(leads.map(([host]) => host))
    const annotations = ingress?.metadata.annotations ?? {}
    expect(parseInt(annotations['nginx.org/proxy-read-timeout'] ?? '') * 1_000).toBeGreaterThan(
      Number(settings.get('PROXY_TIMEOUT_MS')),
    )
    expect(annotations['nginx.org/proxy-buffering']).toBe('False')
  })

  it('leads requests from outside for /healthz and /readyz to a service without pods', () => {
    const [ingress] = ofKind(manifests, 'Ingress')
    for (const { http } of ingress?.spec?.rules ?? []) {
      const refused = http?.paths.filter(({ backend }) => backend.service?.name === 'nobody')
      expect(refused?.map(({ path: place, pathType }) => [place, pathType])).toEqual([
        ['/healthz', 'Prefix'],
        ['/readyz', 'Prefix'],
      ])
    }
    const nobody = ofKind(manifests, 'Service').find(({ metadata }) => metadata.name === 'nobody')
    expect(nobody?.spec?.selector).toBeDefined()
    const selected = deployments.filter(({ spec }) =>
      selects({ matchLabels: nobody?.spec?.selector ?? {} }, spec?.template.metadata?.labels),
    )
    expect(selected).toEqual([])
  })

  it('scales each engine by itself, on how long its captures have waited, and never to 0', () => {
    const scaled = ofKind(manifests, 'ScaledObject')
    expect(scaled.map(({ metadata }) => metadata.name).sort()).toEqual(workers)
    for (const { metadata, spec } of scaled) {
      const engine = metadata.name.replace('worker-', '')
      expect(spec.scaleTargetRef.name).toBe(metadata.name)
      expect(spec.triggers).toEqual([
        {
          type: 'prometheus',
          metricType: 'Value',
          metadata: expect.objectContaining({
            query: `max(pas_captures_oldest_wait_seconds{engine="${engine}"} >= 0)`,
            ignoreNullValues: 'false',
            serverAddress: 'http://prometheus.monitoring.svc:9090',
          }) as unknown,
        },
      ])
      expect(spec.minReplicaCount).toBeGreaterThan(0)
      expect(spec.maxReplicaCount).toBeGreaterThan(spec.minReplicaCount ?? 0)
      const behavior = spec.advanced?.horizontalPodAutoscalerConfig?.behavior
      expect(behavior?.scaleDown?.stabilizationWindowSeconds).toBeGreaterThanOrEqual(120)
      // With `replicas` set, applying the files again would undo the scaling.
      expect(deployments.find((one) => one.metadata.name === metadata.name)?.spec?.replicas).toBeUndefined()
    }
  })
})
