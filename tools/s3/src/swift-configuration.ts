import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** The processes a Swift is made of. */
export const swiftServers = ['account', 'container', 'object', 'proxy'] as const

/** Where each listens, on loopback. */
export type SwiftPorts = Record<(typeof swiftServers)[number], number>

const account = 'pas'
const user = 's3'
/** s3api takes tempauth's `account:user` for the access key. */
export const accessKeyId = `${account}:${user}`
/** Guards nothing but a throw-away server on loopback. */
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

/** Writes `swift.conf` and one `<kind>-server.conf` a server into `home`; rings and devices belong beside them. */
export function writeSwiftConfiguration(home: string, ports: SwiftPorts): void {
  const server = (port: number): string => `[DEFAULT]
swift_dir = ${home}
devices = ${path.join(home, 'devices')}
bind_ip = 127.0.0.1
bind_port = ${port}
mount_check = false
# One process a server: nothing forked that could outlive it.
workers = 0
# Otherwise a disk that is 99 % full takes nothing.
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
# tempauth insists on a cache. Nothing listens there: every look-up misses at once, and nothing is ever stale.
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
