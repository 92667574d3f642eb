import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** OpenStack Swift's server processes; the proxy is the one that speaks S3. */
export const swiftServers = ['account', 'container', 'object', 'proxy'] as const

/** The loopback port of each server. */
export type SwiftPorts = Record<(typeof swiftServers)[number], number>

const account = 'pas'
const user = 's3'
/** With tempauth, Swift's s3api expects `account:user` as the access key. */
export const accessKeyId = `${account}:${user}`
/** No secret: it protects only a temporary server on loopback. */
export const secretAccessKey = 'only-for-this-run'

const filters = [
  'catch_errors',
  'gatekeeper',
  'healthcheck',
  'listing_formats',
  'copy',
  'slo',
  'dlo',
  'versioned_writes',
]

/**
 * Writes `swift.conf` and a `<kind>-server.conf` for each server into `home`, where the servers also expect rings and
 * `devices`.
 */
export function writeSwiftConfiguration(home: string, ports: SwiftPorts): void {
  const server = (port: number): string => `[DEFAULT]
swift_dir = ${home}
devices = ${path.join(home, 'devices')}
bind_ip = 127.0.0.1
bind_port = ${port}
mount_check = false
# One process for each server: a forked worker could outlive it.
workers = 0
# By default Swift refuses writes when less than 1 % of the disk is free.
fallocate_reserve = 0
disable_fallocate = true
`
  const files: Record<string, string> = {
    'swift.conf': `[swift-hash]
swift_hash_path_prefix = pas
swift_hash_path_suffix = pas
[storage-policy:0]
name = only
default = yes
`,
    'proxy-server.conf': `${server(ports.proxy)}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck listing_formats cache s3api tempauth copy slo dlo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# tempauth requires a cache. Nothing listens at this address: every look-up misses at once, and no stale entry is ever read.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${account}_${user} = ${secretAccessKey} .admin
${filters.map((filter) => `[filter:${filter}]\nuse = egg:swift#${filter}\n`).join('')}`,
  }
  for (const kind of ['account', 'container', 'object'] as const)
    files[`${kind}-server.conf`] = `${server(ports[kind])}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`
  for (const [name, text] of Object.entries(files))
    writeFileSync(path.join(home, name), text, { mode: 0o644 })
}
