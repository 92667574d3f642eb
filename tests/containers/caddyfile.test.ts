import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createTestFolder } from '@pas/testing/test-folder'
import { freePort } from '@pas/testing/free-port'
import { until } from '@pas/testing/until'
import { makeComposeVariables, repository } from './read-compose'

/** The folder of Debian's Caddy. */
const folderOfCaddy = process.env.TEST_CADDY
const why = folderOfCaddy ? '' : ' (skipped: Caddy could not be downloaded from Debian)'
const describeCaddy = folderOfCaddy ? describe : describe.skip

describeCaddy(`infra/caddy/Caddyfile, run by Caddy${why}`, () => {
  const variables = makeComposeVariables()
  const { AUTH_HOST = '', API_HOST = '', INSTANT_HOST = '', IMAGES_HOST = '', BOARD_HOST = '' } = variables
  let folder: Awaited<ReturnType<typeof createTestFolder>>
  let upstream: Server
  let caddy: ChildProcess
  let log = ''
  /** Resolves when the upstream's request for `/wait` has ended: true when Caddy ended it before the answer. */
  let isWaitOver: Promise<boolean>
  /** The free port on which Caddy listens, by the port in the Caddyfile. */
  const ports: Record<string, number> = {}

  beforeAll(async () => {
    folder = await createTestFolder()
    const place = folder.path
    let endWait = (_isCutOff: boolean): void => undefined
    isWaitOver = new Promise((resolve) => (endWait = resolve))
    upstream = createServer((req, res) => {
      if (req.url?.startsWith('/break')) req.socket.destroy()
      else if (req.url === '/stream') {
        // One event at once, and the next when the test has read it.
        res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
        upstream.once('read', () => res.write('data: 2\n\n'))
      } else if (req.url === '/wait') {
        upstream.emit('waiting')
        const answer = setTimeout(() => res.end(), 3_000)
        res.once('close', () => {
          clearTimeout(answer)
          endWait(!res.writableEnded)
        })
      } else res.end(`upstream ${req.headers.host ?? ''} ${req.url ?? ''}`)
    })
    await once(upstream.listen(0, '127.0.0.1'), 'listening')
    const target = `127.0.0.1:${(upstream.address() as AddressInfo).port}`
    let text = readFileSync(path.join(repository, 'infra/caddy/Caddyfile'), 'utf8').replace(
      /(?<=reverse_proxy )\S+:\d+/g,
      target,
    )
    for (const port of ['8080', '8443', '3000', '9090', '16686', '2020']) {
      ports[port] = await freePort()
      text = text.replace(new RegExp(`(?<=_port |:)${port}\\b`, 'g'), String(ports[port]))
    }
    const file = path.join(place, 'Caddyfile')
    writeFileSync(file, text)
    caddy = spawn(
      path.join(folderOfCaddy ?? '', 'caddy'),
      ['run', '--config', file, '--adapter', 'caddyfile'],
      {
        env: {
          ...variables,
          PATH: process.env.PATH,
          HOME: place,
          XDG_DATA_HOME: place,
          XDG_CONFIG_HOME: place,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    caddy.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
    await until('Caddy answers', async () => {
      if (caddy.exitCode !== null) throw new Error(`caddy ended with ${caddy.exitCode}`)
      return (await ask('2020', '/healthz').catch(() => null))?.status === 200
    })
  })
  afterAll(async () => {
    caddy.kill()
    if (caddy.exitCode === null) await once(caddy, 'exit')
    upstream.close()
    await folder.close()
  })

  /** Sends a GET over plain HTTP to one of the Caddyfile's ports, with this Host header. */
  async function ask(
    port: string,
    url: string,
    host = 'localhost',
  ): Promise<{ status: number | undefined; body: string }> {
    const asked = request({
      host: '127.0.0.1',
      port: ports[port],
      path: url,
      headers: { host },
      agent: false,
    })
    asked.end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    let body = ''
    for await (const chunk of response) body += String(chunk)
    return { status: response.statusCode, body }
  }

  it('passes on requests for the public names, except for /healthz and /readyz', async () => {
    for (const host of [AUTH_HOST, API_HOST, INSTANT_HOST, IMAGES_HOST, BOARD_HOST]) {
      expect(await ask('8080', '/v1/x?y=1', host)).toEqual({
        status: 200,
        body: `upstream ${host} /v1/x?y=1`,
      })
      for (const probe of ['/healthz', '/readyz', '/readyz/', '/READYZ', '/readyz?a=b'])
        expect([probe, await ask('8080', probe, host)]).toEqual([probe, { status: 404, body: '' }])
    }
  })

  it('passes on each event of a stream at once', async () => {
    const asked = request({
      host: '127.0.0.1',
      port: ports['8080'],
      path: '/stream',
      headers: { host: INSTANT_HOST },
      agent: false,
    })
    asked.on('error', () => undefined).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]()
    expect((await chunks.next()).value).toBe('data: 1\n\n')
    upstream.emit('read')
    expect((await chunks.next()).value).toBe('data: 2\n\n')
    asked.destroy()
  })

  it('ends the request to a service when its caller hangs up', async () => {
    const asked = request({
      host: '127.0.0.1',
      port: ports['8080'],
      path: '/wait',
      headers: { host: INSTANT_HOST },
      agent: false,
    })
    asked.on('error', () => undefined).end()
    await once(upstream, 'waiting')
    asked.destroy()
    expect(await isWaitOver).toBe(true)
  })

  it('logs an error without the address and the headers of its request', async () => {
    const asked = request({
      host: '127.0.0.1',
      port: ports['8080'],
      path: '/break?link=secret-of-the-address',
      headers: { host: AUTH_HOST, referer: 'https://auth.test/?link=secret-of-the-header' },
      agent: false,
    })
    asked.end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    expect(response.resume().statusCode).toBe(502)
    await until(() => log.includes('"status":502'))
    expect(log).not.toContain('secret-of-the')
  })

  it("serves the operators' consoles at localhost and 127.0.0.1, and under no other name", async () => {
    for (const port of ['3000', '9090', '16686']) {
      for (const host of ['localhost', '127.0.0.1'])
        expect(await ask(port, '/', `${host}:${port}`)).toMatchObject({
          status: 200,
          body: `upstream ${host}:${port} /`,
        })
      for (const host of ['rebound.test', 'caddy', API_HOST])
        expect((await ask(port, '/', `${host}:${port}`)).body).toBe('')
    }
  })
})
