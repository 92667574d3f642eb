import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { servedEngineNames } from '../../services/render-worker/src/engines/engine-registry'
import { renderPrometheusRule } from '../../tools/release/src/prometheus-rule/render-prometheus-rule'
import { parse } from 'yaml'
import { buildExample, buildKustomization, buildWithSpamd, describeManifests } from './build-kustomization'
import { findProblems } from './find-problems'
import { ofKind, podTemplateOf, selects, type Manifest } from './manifest'

const repository = path.resolve(__dirname, '../..')
const folder = path.join(repository, 'infra/k8s')
const example = path.join(folder, 'overlays/example')
const kustomizationFile = 'kustomization.yaml'
const manifests = buildKustomization(example)
const deployments = ofKind(manifests, 'Deployment')
const nameOf = ({ kind, metadata }: Manifest): string =>
  `${kind} ${metadata.namespace ?? ''} ${metadata.name}`
const services = ['api', 'auth', 'board', 'images']
const settings = new Map(ofKind(manifests, 'ConfigMap').flatMap(({ data }) => Object.entries(data ?? {})))
const workers = servedEngineNames.map((engine) => `worker-${engine}`).sort()

describeManifests('the files of infra/k8s', () => {
  it('are all named by the kustomization of their folder', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.yaml') && path.basename(file) !== kustomizationFile,
    )
    expect(files.length).toBeGreaterThan(20)
    const unnamed = files.filter((file) => {
      const kustomization = readFileSync(path.join(folder, path.dirname(file), kustomizationFile), 'utf8')
      return !kustomization.includes(path.basename(file))
    })
    expect(unnamed).toEqual([])
  })

  it('hold no secret, but only the names of secrets that the operator makes', () => {
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([])
    const secret = /SECRET|PASSWORD|ACCESS_KEY|DATABASE_URL|REDIS_URL/
    for (const { data } of ofKind(manifests, 'ConfigMap'))
      expect(Object.keys(data ?? {}).filter((name) => secret.test(name))).toEqual([])
  })
})

/** The example with another ingress controller: what an operator changes is one line. */
const buildWithController = (controller: string): Manifest[] =>
  buildExample((text) => text.replace('components/nginx', `components/${controller}`))

describeManifests('the example installation', () => {
  it.each(manifests.map((manifest) => [nameOf(manifest), manifest] as const))(
    '%s is accepted by the schema of its kind',
    (_, one) => {
      expect(findProblems(one)).toEqual([])
    },
  )

  it('has each service, a worker for each engine, and migrations of the same release', () => {
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual([...services, ...workers])
    expect(ofKind(manifests, 'Job').map(({ metadata }) => metadata.name)).toEqual(['migrate'])
    const images = manifests.flatMap((one) => podTemplateOf(one)?.spec?.containers[0]?.image ?? [])
    expect(new Set(images.map((image) => image.split(':')[1])).size).toBe(1)
  })

  it('runs the images of docker-compose.yml', () => {
    const compose = parse(readFileSync(path.join(repository, 'docker-compose.yml'), 'utf8')) as {
      services: Record<string, { image?: string }>
    }
    const theirs = Object.values(compose.services).flatMap(
      ({ image = '' }) => /^\$\{PAS_REGISTRY:-\}(pas\/[\w-]+):/.exec(image)?.[1] ?? [],
    )
    const ours = buildKustomization(path.join(folder, 'base'))
      .concat(buildKustomization(path.join(folder, 'unmasked')))
      .concat(buildWithSpamd())
      .flatMap((one) => podTemplateOf(one)?.spec?.containers[0]?.image ?? [])
      .map((image) => image.replace(/^registry\.example\.com\/|:1\.0\.0$/g, ''))
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

  it('leads each of the five hosts to its service', () => {
    const [ingress] = ofKind(manifests, 'Ingress')
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
      [hostOf('BOARD_URL'), 'board'],
    ])
    expect(ingress?.spec?.tls?.[0]?.hosts).toEqual(leads.map(([host]) => host))
    const [probe] = ofKind(manifests, 'Probe')
    const probed = probe?.spec.targets?.staticConfig?.static ?? []
    expect(probed).toEqual(leads.map(([host]) => `https://${host}/healthz`))
  })

  it.each(['nginx', 'traefik'])(
    'lets %s wait longer than PROXY_TIMEOUT_MS without buffering, and no one else in',
    (controller) => {
      const withController = buildWithController(controller)
      const [ingress] = ofKind(withController, 'Ingress')
      expect(ingress?.spec?.ingressClassName).toBe(controller)
      expect(withController.flatMap(findProblems)).toEqual([])
      const proxyTimeoutMs = Number(settings.get('PROXY_TIMEOUT_MS'))
      const annotations = ingress?.metadata.annotations ?? {}
      if (controller === 'nginx') {
        expect(parseInt(annotations['nginx.org/proxy-read-timeout'] ?? '') * 1_000).toBeGreaterThan(
          proxyTimeoutMs,
        )
        expect(annotations['nginx.org/proxy-buffering']).toBe('False')
      } else {
        // Its timeout is a value of its chart, which its component and the operators' guide name.
        for (const file of ['infra/k8s/components/traefik/ingress.yaml', 'docs/operations.md']) {
          const text = readFileSync(path.join(repository, file), 'utf8')
          const [, seconds] = /respondingTimeouts\.readTimeout`?[:=] ?(\d+)s/.exec(text) ?? []
          expect([file, Number(seconds) * 1_000 > proxyTimeoutMs]).toEqual([file, true])
          expect(text).toContain('allowEmptyServices')
        }
      }
      // One network policy lets calls in, from this controller's namespace.
      const [policy, ...others] = ofKind(withController, 'NetworkPolicy').filter(
        ({ metadata }) => metadata.name === 'from-ingress',
      )
      const callers = policy?.spec?.ingress?.flatMap(({ from = [] }) => from)
      expect([callers?.length, others.length]).toEqual([1, 0])
      expect(JSON.stringify(callers)).toContain(controller)
    },
  )

  it('opens no port but to Prometheus, the board and senders of mail before a component names the ingress controller', () => {
    const base = buildKustomization(path.join(folder, 'base'))
    const letIn = ofKind(base, 'NetworkPolicy').filter(({ spec }) => spec?.ingress)
    expect(letIn.map(({ metadata }) => metadata.name)).toEqual([
      'from-board',
      'from-mail-senders',
      'from-prometheus',
    ])
  })

  it('has the alerts of infra/prometheus for the Prometheus Operator, as `npm run generate:alerts` writes them', () => {
    const text = readFileSync(path.join(repository, 'infra/prometheus/alerts.yml'), 'utf8')
    const file = path.join(folder, 'components/prometheus-operator/rules.yaml')
    expect(readFileSync(file, 'utf8')).toBe(renderPrometheusRule(text))
  })

  it('has every process scraped by the Prometheus Operator, with the names of jobs that the alerts use', () => {
    const [monitor] = ofKind(manifests, 'PodMonitor')
    const [{ port, path: place } = {}] = monitor?.spec.podMetricsEndpoints ?? []
    const scraped = deployments.filter(
      ({ metadata, spec }) =>
        monitor?.spec.namespaceSelector?.matchNames?.includes(metadata.namespace ?? '') &&
        selects(monitor.spec.selector as never, spec?.template.metadata?.labels),
    )
    expect(scraped).toEqual(deployments)
    for (const { spec } of scraped) {
      const { metadata, spec: pod } = spec?.template ?? {}
      expect(pod?.containers[0]?.ports?.map(({ name }) => name)).toContain(port)
      expect(place).toBe(metadata?.annotations?.['prometheus.io/path'])
      expect(services.concat('render-worker')).toContain(metadata?.labels?.[monitor?.spec.jobLabel ?? ''])
    }
  })

  it('scales each service on its processor time, between two and some', () => {
    const scalers = ofKind(manifests, 'HorizontalPodAutoscaler')
    expect(scalers.map(({ spec }) => spec?.scaleTargetRef.name).sort()).toEqual(services)
    for (const { metadata, spec } of scalers) {
      expect(spec?.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: metadata.name })
      expect(spec?.minReplicas).toBe(2)
      expect(spec?.maxReplicas).toBeGreaterThan(2)
      expect(spec?.metrics?.map(({ resource }) => resource?.name)).toEqual(['cpu'])
      // With `replicas` set, applying the files again would undo the scaling.
      expect(deployments.find((one) => one.metadata.name === metadata.name)?.spec?.replicas).toBeUndefined()
    }
  })

  it('backs up every night, one run at a time, whose success the alert asks for', () => {
    const [backup, ...others] = ofKind(manifests, 'CronJob')
    expect(others).toEqual([])
    expect(backup?.spec).toMatchObject({ timeZone: 'Etc/UTC', concurrencyPolicy: 'Forbid' })
    expect(backup?.spec?.schedule).toMatch(/^\d+ \d+ \* \* \*$/)
    const { name, namespace } = backup?.metadata ?? {}
    expect(readFileSync(path.join(repository, 'infra/prometheus/alerts.yml'), 'utf8')).toContain(
      `kube_cronjob_status_last_successful_time{cronjob="${name}",namespace="${namespace}"}`,
    )
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
