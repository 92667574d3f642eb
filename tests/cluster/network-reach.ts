import ipaddr from 'ipaddr.js'
import { ofKind, selects, type Labels, type Manifest } from './manifest'

/** One end of a connection: a pod, or an address outside the cluster. */
export type End =
  | { namespace: string; namespaceLabels: Labels; labels: Labels; ports?: Readonly<Record<string, number>> }
  | { address: string }

type Policy = ReturnType<typeof ofKind<'NetworkPolicy'>>[number]
type Rule = NonNullable<NonNullable<Policy['spec']>['egress']>[number]
type Peer = NonNullable<Rule['to']>[number]

/**
 * Whether the policies allow a connection. Both the sender's egress policies and the receiver's ingress policies have
 * to allow it; a pod that no policy of a direction selects is open in that direction
 * (https://kubernetes.io/docs/concepts/services-networking/network-policies/).
 */
export function mayReach(
  manifests: readonly Manifest[],
  from: End,
  to: End,
  port: number,
  protocol: 'TCP' | 'UDP' = 'TCP',
): boolean {
  const policies = ofKind(manifests, 'NetworkPolicy')
  return allows('Egress', from, to) && allows('Ingress', to, from)

  function allows(direction: 'Egress' | 'Ingress', subject: End, other: End): boolean {
    if ('address' in subject) return true
    const own = policies.filter(
      ({ metadata, spec }) =>
        metadata.namespace === subject.namespace &&
        (spec?.policyTypes ?? ['Ingress']).includes(direction) &&
        selects(spec?.podSelector as never, subject.labels),
    )
    if (own.length === 0) return true
    return own.some(({ metadata, spec }) => {
      const rules = direction === 'Egress' ? spec?.egress : spec?.ingress
      return (rules ?? []).some((rule: Rule & { from?: Peer[] }) => {
        const peers = direction === 'Egress' ? rule.to : rule.from
        return hasPort(rule, to) && (peers?.some((peer) => isPeer(peer, other, metadata.namespace)) ?? true)
      })
    })
  }

  function hasPort({ ports }: Rule, receiver: End): boolean {
    const named = 'address' in receiver ? {} : (receiver.ports ?? {})
    return (
      ports?.some((one) => {
        const number = typeof one.port === 'string' ? named[one.port] : one.port
        return (one.protocol ?? 'TCP') === protocol && (one.port === undefined || number === port)
      }) ?? true
    )
  }
}

function isPeer({ ipBlock, namespaceSelector, podSelector }: Peer, end: End, namespace?: string): boolean {
  if (ipBlock) {
    // No policy of ours names a pod by its address, as that changes.
    if (!('address' in end) || !isWithin(end.address, ipBlock.cidr)) return false
    return !(ipBlock.except ?? []).some((range) => isWithin(end.address, range))
  }
  if ('address' in end) return false
  const isNamespace = namespaceSelector
    ? selects(namespaceSelector, end.namespaceLabels)
    : end.namespace === namespace
  return isNamespace && selects(podSelector, end.labels)
}

function isWithin(address: string, range: string): boolean {
  const parsed = ipaddr.parse(address)
  const [network, bits] = ipaddr.parseCIDR(range)
  return parsed.kind() === network.kind() && parsed.match(network, bits)
}
