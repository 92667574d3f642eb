import path from 'node:path'
import { buildKustomization, describeManifests } from './build-kustomization'
import { podTemplateOf } from './manifest'
import { mayReach, type End } from './network-reach'

const manifests = buildKustomization(path.resolve(__dirname, '../../infra/k8s/overlays/example'))

const inNamespace = (namespace: string, labels: Record<string, string> = {}): End => ({
  namespace,
  namespaceLabels: { 'kubernetes.io/metadata.name': namespace },
  labels,
})

/** Our own pods, by the names of their deployments or jobs. */
const ours = Object.fromEntries(
  manifests.flatMap((manifest): [string, End][] => {
    const template = podTemplateOf(manifest)
    if (!template) return []
    const { name, namespace = '' } = manifest.metadata
    const labels = template.metadata?.labels ?? {}
    return [[name, { ...inNamespace(namespace, labels), ports: { http: 8080, metrics: 9464, mail: 8025 } }]]
  }),
)
const our = (name: string): End => ours[name] ?? raise(name)
const raise = (name: string): never => {
  throw new Error(`infra/k8s has no deployment or job ${name}`)
}
const workers = Object.keys(ours).filter((name) => name.startsWith('worker-'))
const everybody = Object.keys(ours)

const places: Record<string, { end: End; port: number; protocol?: 'UDP' }> = {
  postgres: { end: { address: '10.30.0.5' }, port: 5432 },
  'postgres, by ssh': { end: { address: '10.30.0.5' }, port: 22 },
  redis: { end: inNamespace('redis', { 'app.kubernetes.io/name': 'redis' }), port: 6379 },
  rates: { end: inNamespace('redis', { 'app.kubernetes.io/name': 'redis-rates' }), port: 6379 },
  'what else is in the namespace of Redis': {
    end: inNamespace('redis', { 'app.kubernetes.io/name': 'x' }),
    port: 6379,
  },
  storage: { end: { address: '10.30.1.7' }, port: 443 },
  'the backup': { end: { address: '10.30.2.7' }, port: 443 },
  mail: { end: { address: '10.30.3.4' }, port: 587 },
  'the outbound proxy': { end: { address: '10.30.4.9' }, port: 3128 },
  dns: { end: inNamespace('kube-system', { 'k8s-app': 'kube-dns' }), port: 53, protocol: 'UDP' },
  'another resolver': { end: { address: '8.8.8.8' }, port: 53, protocol: 'UDP' },
  collector: { end: inNamespace('monitoring', { 'app.kubernetes.io/name': 'otel-collector' }), port: 4318 },
  'the public web': { end: { address: '93.184.215.14' }, port: 443 },
  'the public web, any port': { end: { address: '93.184.215.14' }, port: 8080 },
  'the public web, IPv6': { end: { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c' }, port: 443 },
  'the metadata of the cloud': { end: { address: '169.254.169.254' }, port: 80 },
  'the metadata of the cloud, IPv6': { end: { address: 'fd00:ec2::254' }, port: 80 },
  'the API of the cluster': { end: { address: '10.96.0.1' }, port: 443 },
  'a node': { end: { address: '10.20.0.4' }, port: 10250 },
  'a home network': { end: { address: '192.168.1.1' }, port: 80 },
  'a network behind a carrier': { end: { address: '100.64.0.1' }, port: 80 },
  'IPv4 inside of IPv6': { end: { address: '64:ff9b::a9fe:a9fe' }, port: 80 },
  'IPv6 by a 6to4 relay': { end: { address: '2002:a9fe:a9fe::1' }, port: 80 },
  'another namespace': { end: inNamespace('payroll', { app: 'payroll' }), port: 80 },
  ...Object.fromEntries(everybody.map((name) => [name, { end: our(name), port: 8080 }])),
  ...Object.fromEntries(everybody.map((name) => [`${name}, metrics`, { end: our(name), port: 9464 }])),
  ...Object.fromEntries(everybody.map((name) => [`${name}, mail`, { end: our(name), port: 8025 }])),
}

const stores = ['postgres', 'redis', 'storage', 'dns', 'collector']
const web = ['the public web', 'the public web, any port', 'the public web, IPv6']
const services = ['auth', 'api', 'images', 'board']

describeManifests('the network policies', () => {
  /** Each pod, and the places that it may reach: no other of the list above. */
  const reaches: [name: string, from: End, places: string[]][] = [
    ['auth', our('auth'), ['postgres', 'rates', 'mail', 'dns', 'collector']],
    ['api', our('api'), [...stores, 'rates', ...web, 'the outbound proxy']],
    ['images', our('images'), ['postgres', 'storage', 'dns', 'collector']],
    ['board', our('board'), ['postgres', 'dns', 'collector', 'auth', 'api', 'images']],
    ['migrate', our('migrate'), ['postgres', 'redis', 'dns']],
    ['backup', our('backup'), ['postgres', 'storage', 'the backup', 'dns']],
    ...workers.map((name): [string, End, string[]] => [name, our(name), stores]),
    ['a stranger in our namespace', inNamespace('pas'), ['dns']],
  ]
  const reachedBy: [name: string, from: End, places: string[]][] = [
    ['the ingress', inNamespace('nginx-ingress', { app: 'nginx-ingress' }), services],
    [
      'Prometheus',
      inNamespace('monitoring', { 'app.kubernetes.io/name': 'prometheus' }),
      everybody.map((name) => `${name}, metrics`),
    ],
    ['a neighbour of Prometheus', inNamespace('monitoring', { 'app.kubernetes.io/name': 'grafana' }), []],
    [
      'a namespace whose apps send mail',
      { ...inNamespace('shop'), namespaceLabels: { 'sends-mail-to-pas': 'true' } },
      ['api, mail'],
    ],
    ['another namespace', inNamespace('payroll', { app: 'payroll' }), []],
    ['a namespace with a name like ours', inNamespace('pas-2', { 'app.kubernetes.io/component': 'api' }), []],
  ]

  it.each(reaches)('let %s reach the places that it needs, and no others', (_name, from, expected) => {
    const reached = Object.entries(places).flatMap(([place, { end, port, protocol }]) =>
      mayReach(manifests, from, end, port, protocol) ? [place] : [],
    )
    expect(reached.sort()).toEqual([...expected].sort())
  })

  it.each(reachedBy)('let %s reach only those of our ports that it needs', (_name, from, expected) => {
    const reached = everybody
      .flatMap((name) => [name, `${name}, metrics`, `${name}, mail`])
      .filter((place) => {
        const { end, port } = places[place] as { end: End; port: number }
        return mayReach(manifests, from, end, port)
      })
    expect(reached.sort()).toEqual([...expected].sort())
  })
})
