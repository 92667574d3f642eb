import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment'
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import type { IJob } from 'kubernetes-models/batch/v1/Job'
import type { INamespace } from 'kubernetes-models/v1/Namespace'
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap'
import type { IService } from 'kubernetes-models/v1/Service'

/** Labels or annotations; a type alias, as an interface has no index signature, which kubernetes-models requires. */
export type Labels = Record<string, string>

/** A Kubernetes object. Its other members depend on its kind. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Labels; annotations?: Labels }
}

interface Kinds {
  ConfigMap: IConfigMap
  Deployment: IDeployment
  Ingress: IIngress
  Job: IJob
  Namespace: INamespace
  NetworkPolicy: INetworkPolicy
  PodDisruptionBudget: IPodDisruptionBudget
  ScaledObject: IScaledObject
  Service: IService
}

/** All manifests of one kind, with that kind's own members. */
export const ofKind = <Kind extends keyof Kinds>(
  manifests: readonly Manifest[],
  kind: Kind,
): (Manifest & Kinds[Kind])[] =>
  manifests.filter((manifest): manifest is Manifest & Kinds[Kind] => manifest.kind === kind)

/** Whether a Kubernetes label selector selects these labels; an empty selector selects everything. */
export function selects(
  selector:
    | {
        matchLabels?: Labels
        matchExpressions?: readonly { key: string; operator: string; values?: readonly string[] }[]
      }
    | undefined,
  labels: Labels = {},
): boolean {
  const hasLabels = Object.entries(selector?.matchLabels ?? {}).every(([key, value]) => labels[key] === value)
  const hasExpressions = (selector?.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
    const label = labels[key]
    if (operator === 'In') return label !== undefined && values.includes(label)
    if (operator === 'NotIn') return label === undefined || !values.includes(label)
    throw new Error(`unknown operator ${operator}`)
  })
  return hasLabels && hasExpressions
}
