import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** Hosts in the operator's networks that may be connected to although not public. */
export interface AllowList {
  allowsHost(hostname: string, port: number): boolean
  allowsAddress(address: string, port: number): boolean
}

type Entry =
  | { hostname: string; port: number | null }
  | { network: [ipaddr.IPv4 | ipaddr.IPv6, number]; port: number | null }

/**
 * Comma-separated `CIDR[:port]` or `host[:port]`; IPv6 with a port is bracketed (`[fd00::/8]:8446`). Throws a TypeError
 * that quotes a wrong entry.
 */
export function parseAllowList(text: string): AllowList {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseEntry)
  return {
    allowsHost(hostname, port) {
      const name = withoutRootDot(hostname)
      return entries.some(
        (entry) => 'hostname' in entry && entry.hostname === name && (entry.port ?? port) === port,
      )
    },
    allowsAddress(address, port) {
      const parsed = ipaddr.parse(address)
      return entries.some((entry) => {
        if (!('network' in entry) || (entry.port ?? port) !== port) return false
        return entry.network[0].kind() === parsed.kind() && parsed.match(entry.network)
      })
    },
  }
}

export const allowList = z.string().transform((text, context): AllowList => {
  try {
    return parseAllowList(text)
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error))
    return z.NEVER
  }
})

function parseEntry(entry: string): Entry {
  const refuse = (): never => {
    throw new TypeError(
      `'${entry}' is not CIDR[:port] or host[:port], such as 10.1.0.0/16, [fd00::/8]:8080 or assets.internal:8080`,
    )
  }
  // An IPv6 address without brackets has no port: its last group would be taken for one.
  const hasNoPort = ipaddr.IPv6.isValid(entry) || ipaddr.IPv6.isValidCIDR(entry)
  const [, host = entry, portText] = (hasNoPort ? null : /^(.+?)(?::(\d{1,5}))?$/.exec(entry)) ?? []
  const port = portText === undefined ? null : Number(portText)
  if (port !== null && (port < 1 || port > 65_535)) return refuse()
  const [, ipv6, prefix = ''] = /^\[([^[\]]+)\](\/\d+)?$/.exec(host) ?? []
  const network = parseNetwork(ipv6 === undefined ? host : ipv6 + prefix)
  if (network) return { network, port }
  const hostname = parseHostname(host)
  return hostname === null ? refuse() : { hostname, port }
}

function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text))
    return ipaddr.parseCIDR(text)
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return [ipaddr.parse(text), 32]
  return ipaddr.IPv6.isValid(text) ? [ipaddr.parse(text), 128] : null
}

/** Null also when URLs read the text as an IP address (`0x7f.1`). */
function parseHostname(text: string): string | null {
  if (!/^[^\s/?#@:*[\]\\%]+$/.test(text) || !URL.canParse(`http://${text}/`)) return null
  const { hostname } = new URL(`http://${text}/`)
  return ipaddr.isValid(hostname) ? null : withoutRootDot(hostname)
}

const withoutRootDot = (hostname: string): string => hostname.replace(/\.$/, '')
