import http from 'node:http'
import net from 'node:net'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { startAssetOrigin, type AssetOrigin } from './asset-origin'

interface Answer {
  status: number | undefined
  headers: http.IncomingHttpHeaders
  body: string
}

describe('the asset origin', () => {
  let origin: AssetOrigin
  let outside: SmallWeb
  let refused = 0
  beforeAll(async () => {
    origin = await startAssetOrigin(() => {
      refused++
    })
    outside = await startSmallWeb((_req, res) => res.end('reached'))
  })
  afterAll(async () => {
    await origin.close()
    await outside.close()
  })

  function ask(url: string, method = 'GET'): Promise<Answer> {
    const { hostname, port } = new URL(origin.proxyUrl)
    return new Promise((resolve, reject) => {
      const request = http.request({ hostname, port, method, path: url }, (res) => {
        let body = ''
        res.on('data', (chunk: Buffer) => (body += chunk.toString()))
        res.on('end', () => resolve({ status: res.statusCode, headers: res.headers, body }))
      })
      request.on('error', reject).end()
    })
  }

  const asset = (id: string, body: Promise<Buffer | null>) => ({ id, contentType: 'image/gif', body })

  it('serves an asset until the last capture that serves it releases it, with its content type and no-store', async () => {
    const first = origin.serve([asset('a', Promise.resolve(Buffer.from('GIF')))])
    const second = origin.serve([asset('a', Promise.resolve(Buffer.from('GIF')))])
    first.release()
    expect(await ask('http://assets.invalid/a')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/gif', 'cache-control': 'no-store' },
      body: 'GIF',
    })
    second.release()
    expect(await ask('http://assets.invalid/a')).toMatchObject({ status: 404, body: '' })
  })

  it('answers 404 for an asset that storage lacks, or that cannot be read', async () => {
    const away = Promise.reject(new Error('away'))
    away.catch(() => undefined)
    origin.serve([asset('gone', Promise.resolve(null)), asset('away', away)])
    expect(await ask('http://assets.invalid/gone')).toMatchObject({ status: 404 })
    expect(await ask('http://assets.invalid/away')).toMatchObject({ status: 404 })
    expect(await ask('http://assets.invalid/missing')).toMatchObject({ status: 404 })
  })

  it.each([
    'http://OUTSIDE/',
    'http://assets.invalid.evil.test/a',
    'http://assets.invalid:81/a',
    'https://assets.invalid/a',
    '/a',
  ])('refuses %s', async (url) => {
    const before = refused
    expect(await ask(url.replace('http://OUTSIDE', outside.url))).toMatchObject({ status: 403, body: '' })
    expect(refused).toBe(before + 1)
    expect(outside.requests).toEqual([])
  })

  it('refuses every method but GET', async () => {
    origin.serve([asset('b', Promise.resolve(Buffer.from('GIF')))])
    expect(await ask('http://assets.invalid/b', 'POST')).toMatchObject({ status: 403 })
  })

  it.each([
    'CONNECT assets.invalid:443 HTTP/1.1',
    'GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket',
  ])('refuses %j', async (request) => {
    const { hostname, port } = new URL(origin.proxyUrl)
    const answer = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = net.connect(Number(port), hostname, () =>
        socket.write(`${request}\r\nHost: assets.invalid\r\n\r\n`),
      )
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.on('end', () => resolve(text)).on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1.1 403 /)
  })
})
