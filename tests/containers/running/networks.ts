import { z } from 'zod'
import {
  containersOf,
  describeContainers,
  docker,
  engines,
  ofOwnEngine,
  runInside,
  startStack,
  summary,
  askPreview,
  post,
} from './stack'

/** Tries to open a TCP connection from within a container: `open`, or the error's code. */
async function tryFrom(container: string, host: string, port: number): Promise<string> {
  const script = `
    const socket = require('net').connect({ host: '${host}', port: ${port}, timeout: 3000 })
    const end = (text) => { console.log(text); process.exit() }
    socket.on('connect', () => end('open')).on('timeout', () => end('timeout')).on('error', (error) => end(error.code))`
  return (await docker('exec', container, 'node', '--eval', script)).trim()
}

/** Stores and telemetry. */
const allowed = [
  ['postgres', 5432],
  ['redis', 6379],
  ['minio', 9000],
] as const
const refused = [
  ['redis-rates', 6379],
  ['auth', 8080],
  ['api', 8080],
  ['images', 8080],
  ['board', 8080],
  ['caddy', 8443],
  ['node-exporter', 9100],
  ['deb.debian.org', 80],
  ['1.1.1.1', 443],
  // A cloud's metadata service.
  ['169.254.169.254', 80],
] as const

describeContainers('the networks', () => {
  beforeAll(startStack, 600_000)

  it.each(engines)('lead from the worker of %s to the stores, and nowhere else', async (engine) => {
    const [worker = ''] = await containersOf(`worker-${engine}`)
    for (const [host, port] of allowed)
      expect([host, await tryFrom(worker, host, port)]).toEqual([host, 'open'])
    for (const [host, port] of refused) {
      const seen = await tryFrom(worker, host, port)
      summary(`from worker-${engine} to ${host}:${port}: ${seen}`)
      expect([host, seen]).not.toEqual([host, 'open'])
    }
  })

  it('keep auth, the API and the board from the consoles and from one another’s address', async () => {
    const [images = ''] = await containersOf('images')
    for (const host of ['grafana', 'jaeger', 'node-exporter', 'deb.debian.org'])
      expect([host, await tryFrom(images, host, 80)]).not.toEqual([host, 'open'])
  })

  it('lead from Chromium’s renderers to nothing at all, and from the browser itself only to the worker', async () => {
    await askPreview(await post({ html_text: '<h1>Reach</h1>' }))
    const [worker = ''] = await containersOf('worker-chromium')
    // A row of /proc/PID/net/tcp has the remote address as its third word, and as its tenth the socket.
    const script = `const { readdirSync, readFileSync, readlinkSync } = require('fs')
      const seen = { renderers: [], browser: [] }
      for (const pid of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))) {
        try {
          const command = readFileSync('/proc/' + pid + '/cmdline', 'utf8')
          if (!command.startsWith('/usr/lib/chromium/')) continue
          const read = (name) => readFileSync('/proc/' + pid + '/net/' + name, 'utf8').trim().split('\\n')
          if (command.includes('--type=renderer'))
            seen.renderers.push(...read('dev').slice(2).map((line) => line.split(':')[0].trim()))
          else {
            const own = readdirSync('/proc/' + pid + '/fd').map((fd) => {
              try { return readlinkSync('/proc/' + pid + '/fd/' + fd) } catch { return '' }
            })
            for (const line of [...read('tcp').slice(1), ...read('tcp6').slice(1)]) {
              const words = line.trim().split(/ +/)
              if (own.includes('socket:[' + words[9] + ']')) seen.browser.push(words[2].split(':')[0])
            }
          }
        } catch {}
      }
      console.log(JSON.stringify(seen))`
    const seen = z
      .object({ renderers: z.array(z.string()), browser: z.array(z.string()) })
      .parse(
        JSON.parse(await docker('exec', '--privileged', '--user', '0', worker, 'node', '--eval', script)),
      )
    expect([...new Set(seen.renderers)]).toEqual(['lo'])
    // 127.0.0.1, as the kernel writes it: the worker's asset origin.
    expect([...new Set(seen.browser)]).toEqual(['0100007F'])
    summary(`Chromium: ${seen.renderers.length} renderers without a network, the browser at 127.0.0.1 alone`)
  })

  // Before Docker 28, what was published on loopback answered the local network (https://docs.docker.com/engine/release-notes/28/).
  ofOwnEngine('answer a neighbour on the local network by Caddy’s public ports alone', async () => {
    const addressOf = async (service: string): Promise<string> => {
      const [container = ''] = await containersOf(service)
      const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}'
      return (await docker('inspect', '--format', format, container)).split(' ')[0] ?? ''
    }
    const consoles = ['192.0.2.1:9090', '127.0.0.1:9090', '192.0.2.1:3000', '127.0.0.1:3000']
    const ports = { prometheus: 9090, postgres: 5432, redis: 6379, minio: 9000, api: 8080 }
    const direct = await Promise.all(
      Object.entries(ports).map(async ([service, port]) => `${await addressOf(service)}:${port}`),
    )
    const tried = ['192.0.2.1:443', '192.0.2.1:80', ...consoles, ...direct]
    const seen = await runInside('sh', 'tests/containers/running/neighbour.sh', ...tried)
    summary(`from a neighbour: ${seen.trim().replaceAll('\n', ', ')}`)
    expect(seen.trim().split('\n')).toEqual(
      tried.map((one) => `${/:(443|80)$/.test(one) ? 'open' : 'refused'} ${one}`),
    )
  })
})
