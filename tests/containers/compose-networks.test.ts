import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import path from 'node:path'
import { defaultCallerTimeouts } from '../../services/images/src/captures/send-picture'
import { makeComposeVariables, networksOf, ownServices, readCompose, repository } from './read-compose'

const compose = readCompose(makeComposeVariables())
const services = Object.entries(compose.services)
const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8')

/** The default of a variable of .env.example. */
const defaultMs = (name: string): number =>
  Number(new RegExp(`^#${name}=(\\d+)`, 'm').exec(read('.env.example'))?.[1])

/** A duration of the Caddyfile, in milliseconds. */
function caddyMs(name: string): number {
  const [, amount = '0', unit] =
    new RegExp(`^\\s*${name} (\\d+)(s|m)$`, 'm').exec(read('infra/caddy/Caddyfile')) ?? []
  return Number(amount) * (unit === 'm' ? 60_000 : 1_000)
}

const raise = (name: string): never => {
  throw new Error(`docker-compose.yml has no service ${name}`)
}

describe('the networks of docker-compose.yml', () => {
  it('let only Caddy, the API, auth, Alertmanager and `mail-in` reach the outside, and publish only ports of Caddy and mail', () => {
    const open = Object.keys(compose.networks).filter((network) => !compose.networks[network]?.internal)
    const leadsOut = services.filter(([, service]) => networksOf(service).some((name) => open.includes(name)))
    expect(leadsOut.map(([name]) => name).sort()).toEqual(['alertmanager', 'api', 'auth', 'caddy', 'mail-in'])
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`))
    const toAll = published.filter((port) => !port.includes(' 127.0.0.1:'))
    expect(toAll).toEqual(['caddy 80:8080', 'caddy 443:8443'])
    expect(published).toHaveLength(6)
    expect(published).toContain('mail-in 127.0.0.1:8452:8452')
    expect(services.flatMap(([name, { ports }]) => (ports ? [name] : [])).sort()).toEqual([
      'caddy',
      'mail-in',
    ])
  })

  it('let a worker reach the stores, the collector and Prometheus, and no service', () => {
    const workers = services.filter(([name]) => name.startsWith('worker-'))
    expect(workers).toHaveLength(6)
    for (const [, worker] of workers) expect(networksOf(worker)).toEqual(['workers'])
    const reached = services.filter(
      ([name, service]) => !name.startsWith('worker-') && networksOf(service).includes('workers'),
    )
    expect(reached.map(([name]) => name).sort()).toEqual(
      ['minio', 'otel-collector', 'postgres', 'prometheus', 'redis'].sort(),
    )
  })

  it('let only the API reach SpamAssassin, which reaches nothing but the API', () => {
    expect(networksOf(compose.services.spamd ?? raise('spamd'))).toEqual(['spam'])
    const members = services.filter(([, service]) => networksOf(service).includes('spam'))
    expect(members.map(([name]) => name).sort()).toEqual(['api', 'spamd'])
    expect(compose.networks.spam?.internal).toBe(true)
  })

  it('let only `mail-in` reach the port of the API where keys come in clear, and nothing else', () => {
    const members = (network: string): string[] =>
      services.flatMap(([name, service]) => (networksOf(service).includes(network) ? [name] : [])).sort()
    expect(networksOf(compose.services['mail-in'] ?? raise('mail-in')).sort()).toEqual([
      'mail',
      'mail-published',
    ])
    expect([members('mail'), members('mail-published')]).toEqual([['api', 'mail-in'], ['mail-in']])
    expect(compose.networks.mail?.internal).toBe(true)
  })

  it('connect Caddy to each service by one network only, so that it calls from the address in TRUST_PROXY', () => {
    const { caddy } = compose.services
    if (!caddy || Array.isArray(caddy.networks))
      throw new Error('docker-compose.yml gives the service caddy no address of its own')
    const own = Object.keys(caddy.networks)
    const shared = services.flatMap(([name, service]) => {
      const both = networksOf(service).filter((network) => own.includes(network))
      return name === 'caddy' || both.length === 0 ? [] : [[name, both.join()]]
    })
    expect(Object.fromEntries(shared)).toEqual({
      auth: 'front',
      api: 'front',
      images: 'front',
      board: 'front',
      'otel-collector': 'consoles',
      prometheus: 'consoles',
      alertmanager: 'consoles',
      'node-exporter': 'consoles',
      'blackbox-exporter': 'consoles',
      grafana: 'consoles',
      jaeger: 'consoles',
    })
    const fromCaddy = `${caddy.networks.front?.ipv4_address ?? ''}/32`
    expect(compose.services.board?.environment?.TRUST_PROXY).toBe(fromCaddy)
    // The board calls these three as Caddy does, and shares no other network with them.
    const { board } = compose.services
    if (!board || Array.isArray(board.networks))
      throw new Error('docker-compose.yml gives the service board no address of its own')
    for (const name of ['auth', 'api', 'images']) {
      const called = compose.services[name]
      const address = board.networks.front?.ipv4_address ?? ''
      expect(called?.environment?.TRUST_PROXY).toBe(`${fromCaddy},${address}/32`)
      expect(
        (called ? networksOf(called) : []).filter((network) => networksOf(board).includes(network)),
      ).toEqual(['front'])
    }
  })
})

describe('the addresses of Caddy and the board', () => {
  it('are in its network, outside the range from which Docker gives other containers theirs', () => {
    const { front } = compose.networks
    const [{ subnet = '', ip_range: range = '' } = {}] = front?.ipam?.config ?? []
    const isIn = (one: string, cidr: string): boolean => {
      const list = new BlockList()
      const [network = '', bits] = cidr.split('/')
      list.addSubnet(network, Number(bits))
      return list.check(one)
    }
    for (const { networks } of [compose.services.caddy, compose.services.board].flatMap(
      (service) => service ?? [],
    )) {
      const address = networks && !Array.isArray(networks) ? (networks.front?.ipv4_address ?? '') : ''
      expect(isIn(address, subnet)).toBe(true)
      expect(isIn(address, range)).toBe(false)
    }
    expect(isIn(range.split('/')[0] ?? '', subnet)).toBe(true)
  })
})

describe('a stop and an answer with docker-compose.yml', () => {
  it('have more time than the services take', () => {
    for (const [, service] of ownServices(compose))
      expect(Number.parseInt(service.stop_grace_period ?? '') * 1_000).toBeGreaterThan(
        defaultMs('SHUTDOWN_GRACE_MS'),
      )
    for (const timeout of ['read_body', 'write', 'response_header_timeout'])
      expect(caddyMs(timeout)).toBeGreaterThan(defaultMs('PROXY_TIMEOUT_MS'))
    // Otherwise Caddy would cut off a slow reader of a picture before the time that images allows.
    expect(caddyMs('write')).toBeGreaterThan(defaultCallerTimeouts.totalTimeoutMs)
  })

  it('let Caddy close its idle connections to a stopping process before that process ends', () => {
    for (const name of ['auth', 'api', 'images', 'board'])
      expect(Number(compose.services[name]?.environment?.DRAIN_DELAY_MS)).toBeGreaterThan(
        caddyMs('keepalive'),
      )
    expect(caddyMs('keepalive')).toBeGreaterThan(0)
  })
})
