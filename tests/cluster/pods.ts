import path from 'node:path'
import { buildKustomization } from './build-kustomization'
import { ofKind, podTemplateOf } from './manifest'

/** The manifests of the example installation. */
export const manifests = buildKustomization(path.resolve(__dirname, '../../infra/k8s/overlays/example'))
const configMaps = ofKind(manifests, 'ConfigMap')

/** What its deployments and jobs say of their pods. */
export const pods = manifests.flatMap((manifest) => {
  const template = podTemplateOf(manifest)
  if (!template) return []
  const { name, namespace } = manifest.metadata
  return {
    name,
    namespace,
    labels: template.metadata?.labels ?? {},
    annotations: template.metadata?.annotations ?? {},
    spec: template.spec ?? { containers: [] },
    container: template.spec?.containers[0],
  }
})
export type Pod = (typeof pods)[number]

/** The component of the service that a pod is: `api`, `render-worker`. */
export const serviceOf = ({ labels }: Pod): string => labels['app.kubernetes.io/component'] ?? ''

/** The pods of the deployments, by name. */
export const processes = pods
  .filter(({ name }) => name !== 'migrate' && name !== 'backup')
  .map((pod) => [pod.name, pod] as const)

/** The variables that a pod's container gets, with these secrets. Throws when it names a map or secret that is none. */
export function variablesOf(
  { container, namespace }: Pod,
  secrets: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Record<string, string> {
  const groups = (container?.envFrom ?? []).map(({ configMapRef, secretRef }) => {
    const map = configMaps.find(
      ({ metadata }) => metadata.name === configMapRef?.name && metadata.namespace === namespace,
    )
    const group = secretRef?.name === undefined ? map?.data : secrets[secretRef.name]
    if (!group && secretRef?.optional) return {}
    if (!group)
      throw new Error(
        `namespace ${namespace} has no config map or secret ${configMapRef?.name ?? secretRef?.name}`,
      )
    return group
  })
  const own = (container?.env ?? []).map(({ name, value, valueFrom }) => {
    const { name: group = '', key = '' } = valueFrom?.secretKeyRef ?? valueFrom?.configMapKeyRef ?? {}
    const map = configMaps.find(({ metadata }) => metadata.name === group && metadata.namespace === namespace)
    return [name, value ?? (valueFrom?.secretKeyRef ? secrets[group] : map?.data)?.[key] ?? '']
  })
  return Object.assign({}, ...groups, Object.fromEntries(own)) as Record<string, string>
}
