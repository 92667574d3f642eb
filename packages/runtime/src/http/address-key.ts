import ipaddr from 'ipaddr.js'

/**
 * The key under which failures from an IP address are counted: the IPv4 address, or the IPv6 address's /64. One
 * subscriber has at least a whole /64 (RFC 6177 §2) and could use a new address for each attempt. Without an address
 * (the connection is closed already) the key is `unknown`, which all such requests share.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`
}
