import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment'
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import type { ICronJob } from 'kubernetes-models/batch/v1/CronJob'
import type { IJob } from 'kubernetes-models/batch/v1/Job'
import type { INamespace } from 'kubernetes-models/v1/Namespace'
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import type { IPodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor'
import type { IPriorityClass } from 'kubernetes-models/scheduling.k8s.io/v1/PriorityClass'
import type { IProbe } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/Probe'
import type { IPrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule'
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
  CronJob: ICronJob
  Deployment: IDeployment
  HorizontalPodAutoscaler: IHorizontalPodAutoscaler
  Ingress: IIngress
  Job: IJob
  Namespace: INamespace
  NetworkPolicy: INetworkPolicy
  PodDisruptionBudget: IPodDisruptionBudget
  PodMonitor: IPodMonitor
  PriorityClass: IPriorityClass
  Probe: IProbe
  PrometheusRule: IPrometheusRule
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

/** The template of a deployment's, a job's or a scheduled job's pods; undefined for other kinds. */
export function podTemplateOf(manifest: Manifest): PodTemplate | undefined {
  const [deployment] = ofKind([manifest], 'Deployment')
  const [job] = ofKind([manifest], 'Job')
  const [cronJob] = ofKind([manifest], 'CronJob')
  return deployment?.spec?.template ?? job?.spec?.template ?? cronJob?.spec?.jobTemplate.spec?.template
}
type PodTemplate = NonNullable<NonNullable<IDeployment['spec']>['template']>
