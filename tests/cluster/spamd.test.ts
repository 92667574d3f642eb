import path from 'node:path'
import { buildKustomization, buildWithSpamd, describeManifests } from './build-kustomization'
import { findProblems } from './find-problems'
import { ofKind, podTemplateOf, type Manifest } from './manifest'
import { mayReach, type End } from './network-reach'

const withSpamd = buildWithSpamd()
const without = buildKustomization(path.resolve(__dirname, '../../infra/k8s/overlays/example'))
const nameOf = ({ kind, metadata }: Manifest): string =>
  `${kind} ${metadata.namespace ?? ''} ${metadata.name.replace(/-[a-z0-9]{10}$/, '')}`

const endOf = (name: string): End => {
  const found = withSpamd.find((one) => podTemplateOf(one) && one.metadata.name === name)
  if (!found) throw new Error(`no pods ${name}`)
  const namespace = found.metadata.namespace ?? ''
  return {
    namespace,
    namespaceLabels: { 'kubernetes.io/metadata.name': namespace },
    labels: podTemplateOf(found)?.metadata?.labels ?? {},
    ports: name === 'spamd' ? { spamd: 783 } : { http: 8080, metrics: 9464 },
  }
}

describeManifests('the component of SpamAssassin', () => {
  it('adds its deployment, its service and its network policies, which their schemas accept', () => {
    const known = new Set(without.map(nameOf))
    const added = withSpamd.filter((one) => !known.has(nameOf(one)))
    expect(added.map(nameOf).sort()).toEqual([
      'Deployment pas spamd',
      'NetworkPolicy pas api-to-spamd',
      'NetworkPolicy pas spamd-from-api',
      'Service pas spamd',
    ])
    expect(withSpamd.flatMap(findProblems)).toEqual([])
  })

  it('tells the API where it is, and runs the image of this release', () => {
    const maps = ofKind(withSpamd, 'ConfigMap').flatMap(({ data }) => Object.entries(data ?? {}))
    expect(maps.filter(([name]) => name === 'SPAMD')).toEqual([['SPAMD', 'spamd:783']])
    const [deployment] = ofKind(withSpamd, 'Deployment').filter(({ metadata }) => metadata.name === 'spamd')
    const pod = deployment?.spec?.template.spec
    expect(pod?.containers.map(({ image }) => image)).toEqual(['registry.example.com/pas/spamd:1.0.0'])
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true },
    })
    expect(pod?.containers[0]?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  it('is reached by the API alone, and reaches nothing', () => {
    const spamd = endOf('spamd')
    const others = withSpamd
      .filter((one) => podTemplateOf(one))
      .map(({ metadata }) => metadata.name)
      .filter((name) => name !== 'spamd')
    expect(others.length).toBeGreaterThan(10)
    expect(others.filter((name) => mayReach(withSpamd, endOf(name), spamd, 783))).toEqual(['api'])
    expect(mayReach(withSpamd, endOf('api'), spamd, 22)).toBe(false)
    const dns: End = {
      namespace: 'kube-system',
      namespaceLabels: { 'kubernetes.io/metadata.name': 'kube-system' },
      labels: { 'k8s-app': 'kube-dns' },
    }
    expect(mayReach(withSpamd, endOf('api'), dns, 53, 'UDP')).toBe(true)
    expect(mayReach(withSpamd, spamd, dns, 53, 'UDP')).toBe(false)
    for (const address of ['93.184.215.14', '10.30.0.5', '169.254.169.254'])
      expect(mayReach(withSpamd, spamd, { address }, 443)).toBe(false)
    for (const name of others) expect(mayReach(withSpamd, spamd, endOf(name), 8080)).toBe(false)
  })
})
