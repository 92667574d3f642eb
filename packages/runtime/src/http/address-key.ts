import ipaddr from 'ipaddr.js'

/**
 * Whom failures from an IP address are counted to. One subscriber has a whole IPv6 /64 (RFC 6177 §2), so that counting its single
 * addresses would count nothing. Without an address (the connection is gone already) all count together.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`
}
