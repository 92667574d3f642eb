import ipaddr from 'ipaddr.js'

/**
 * The IPv4 address or the IPv6 address's /64: a subscriber has at least a whole /64 (RFC 6177 §2). `unknown` when the
 * connection is closed already.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`
}
