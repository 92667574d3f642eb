import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor'
import { Probe } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/Probe'
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { PriorityClass } from 'kubernetes-models/scheduling.k8s.io/v1/PriorityClass'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { Service } from 'kubernetes-models/v1/Service'
import type { Manifest } from './manifest'

type Model = new (manifest: never) => { validate(): void }

/** The schemas of the kinds that infra/k8s uses, by `apiVersion kind`. */
const models: Readonly<Record<string, Model>> = {
  'apps/v1 Deployment': Deployment,
  'autoscaling/v2 HorizontalPodAutoscaler': HorizontalPodAutoscaler,
  'batch/v1 CronJob': CronJob,
  'batch/v1 Job': Job,
  'keda.sh/v1alpha1 ScaledObject': ScaledObject,
  'monitoring.coreos.com/v1 PodMonitor': PodMonitor,
  'monitoring.coreos.com/v1 Probe': Probe,
  'monitoring.coreos.com/v1 PrometheusRule': PrometheusRule,
  'networking.k8s.io/v1 Ingress': Ingress,
  'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy,
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
  'scheduling.k8s.io/v1 PriorityClass': PriorityClass,
  'v1 ConfigMap': ConfigMap,
  'v1 Namespace': Namespace,
  'v1 Service': Service,
}

/**
 * Why the Kubernetes API (or KEDA's or the Prometheus Operator's, for their own kinds) would refuse a manifest, one
 * line for each reason. The schemas accept unknown members, such as misspelt ones; so a member that no check of the
 * schema reads counts as a problem, too.
 */
export function findProblems(manifest: Manifest): string[] {
  const model = models[`${manifest.apiVersion} ${manifest.kind}`]
  if (!model) return [`this test has no schema for ${manifest.apiVersion} ${manifest.kind}`]
  const unseen = new Set<string>()
  const watched = Object.fromEntries(
    Object.entries(manifest).map(([name, value]) => [name, watch(value, name, unseen)]),
  )
  try {
    new model(watched as never).validate()
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
  return [...unseen].map((place) => `${place} is not in the schema of ${manifest.kind}`)
}

/** A proxy of the value that adds the path of each member to `unseen`, and removes it when the member is read. */
function watch(value: unknown, place: string, unseen: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const members: Record<string, unknown> = Array.isArray(value) ? ([] as never) : {}
  for (const [name, member] of Object.entries(value)) {
    const memberPlace = `${place}.${name}`
    unseen.add(memberPlace)
    members[name] = watch(member, memberPlace, unseen)
  }
  return new Proxy(members, {
    get: (target, name, receiver): unknown => {
      unseen.delete(`${place}.${String(name)}`)
      return Reflect.get(target, name, receiver)
    },
  })
}
