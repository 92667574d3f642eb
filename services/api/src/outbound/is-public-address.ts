import ipaddr from 'ipaddr.js'

/** The only public part of IPv6 (RFC 4291 §2.4, IANA's registry of global unicast addresses). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Follows IANA's special-purpose registries. IPv6 addresses that contain an IPv4 address (mapped, NAT64, 6to4, Teredo)
 * never count as public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}
