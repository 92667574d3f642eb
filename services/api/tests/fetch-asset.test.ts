import http from 'node:http'
import https from 'node:https'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { startConnectionCounter, type ConnectionCounter } from '@pas/testing/connection-counter'
import { userInfo } from 'node:os'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { processorMsOf } from '@pas/testing/processor-time'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { createTestFolder } from '@pas/testing/test-folder'
import { ensureLocalCertificate } from '../../../tools/stack/src/local-ca'
import { parseAllowList } from '../src/outbound/allow-list'
import { createFairQueue } from '@pas/runtime/fair-queue'
import { createFetchAsset, type AssetLimits } from '../src/assets/fetch-asset'
import { avifOf, jpegOf, pngOf } from './asset-pictures'

const png = pngOf(10, 10)

/** The internal network: a server on every local address, whose port is not allowed. */
let canary: ConnectionCounter
/** The public web: a server on loopback, whose port is on the allowlist. */
let web: SmallWeb
let answer: http.RequestListener

beforeAll(async () => {
  canary = await startConnectionCounter()
  web = await startSmallWeb((req, res) => {
    answer(req, res)
  })
})

beforeEach(() => {
  canary.connections = 0
  web.requests.length = 0
})

afterAll(async () => {
  await canary.close()
  await web.close()
})

const fetchWith = (
  {
    limits = {},
    addresses = {},
    ca,
  }: {
    limits?: Partial<AssetLimits>
    addresses?: Record<string, string[]>
    ca?: string
  } = {},
  allowed = `127.0.0.1:${web.port}`,
) =>
  createFetchAsset({
    assetAllow: parseAllowList(allowed),
    lookup: (hostname) => Promise.resolve(addresses[hostname] ?? []),
    limits,
    ...(ca === undefined ? {} : { ca }),
  })

const send =
  (body: Buffer | string, headers: http.OutgoingHttpHeaders = {}, status = 200): http.RequestListener =>
  (_req, res) => {
    res.writeHead(status, headers).end(body)
  }

describe('addresses that are not public', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fd00::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[100::1]',
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '127。0。0。1',
  ])('never dials %s', async (host) => {
    expect(await fetchWith()(`http://${host}:${canary.port}/a.png`)).toEqual({ refused: 'no_public_address' })
    expect(await fetchWith()(`https://${host}:${canary.port}/a.png`)).toEqual({
      refused: 'no_public_address',
    })
    expect(canary.connections).toBe(0)
  })

  it.each(['localhost', 'localhost.', 'LOCALHOST', 'ip6-localhost.localdomain.invalid'])(
    'never dials %s, with the system resolver',
    async (host) => {
      const fetchAsset = createFetchAsset({ assetAllow: parseAllowList('') })
      const { refused } = (await fetchAsset(`http://${host}:${canary.port}/`)) as { refused: string }
      expect(['no_public_address', 'connection', 'too_slow']).toContain(refused)
      if (/^localhost$/i.test(host)) expect(refused).toBe('no_public_address')
      expect(canary.connections).toBe(0)
    },
  )

  it('reaches the canary when it is allowed, so the canary works', async () => {
    await fetchWith({}, `127.0.0.1:${canary.port}`)(`http://127.0.0.1:${canary.port}/`)
    await fetchWith({}, '[::1]')(`http://[::1]:${canary.port}/`)
    await fetchWith(
      { addresses: { 'inside.test': ['127.0.0.1'] } },
      `inside.test:${canary.port}`,
    )(`http://inside.test:${canary.port}/`)
    expect(canary.connections).toBeGreaterThanOrEqual(3)
  })

  it('refuses a name when any of its addresses is internal', async () => {
    const addresses = { 'mixed.test': ['93.184.216.34', '127.0.0.1'], 'six.test': ['2606:4700::1', '::1'] }
    for (const name of Object.keys(addresses))
      expect(await fetchWith({ addresses })(`http://${name}:${canary.port}/`)).toEqual({
        refused: 'no_public_address',
      })
    expect(canary.connections).toBe(0)
  })

  it('says the same of a name inside of our networks and of one that does not exist', async () => {
    const fetchAsset = fetchWith({ addresses: { 'inside.test': ['10.0.0.1'] } })
    const inside = await fetchAsset(`http://inside.test:${canary.port}/`)
    expect(inside).toEqual({ refused: 'no_public_address' })
    expect(await fetchAsset(`http://nowhere.test:${canary.port}/`)).toEqual(inside)
  })

  it('connects to the address that was checked, whatever the name resolves to a moment later', async () => {
    answer = (req, res) => {
      send(png, { connection: 'close', 'x-dialled': req.socket.localAddress ?? '' })(req, res)
    }
    const everywhere = http.createServer((req, res) => {
      if (req.socket.localAddress?.endsWith('127.0.0.1')) canary.connections++
      res.writeHead(200, { connection: 'close' }).end(png)
    })
    await new Promise<void>((resolve) => everywhere.listen(0, '0.0.0.0', resolve))
    const { port } = everywhere.address() as AddressInfo
    const answers = ['127.0.0.2', '127.0.0.1', '127.0.0.1']
    const lookup = jest.fn(() => Promise.resolve([answers.shift() ?? '127.0.0.1']))
    const fetchAsset = createFetchAsset({ assetAllow: parseAllowList(`127.0.0.2/32:${port}`), lookup })

    expect(await fetchAsset(`http://rebinding.test:${port}/1`)).toHaveProperty('body', png)
    expect(lookup).toHaveBeenCalledTimes(1)
    expect(await fetchAsset(`http://rebinding.test:${port}/2`)).toEqual({ refused: 'no_public_address' })
    expect(canary.connections).toBe(0)
    everywhere.close()
  })

  it('checks every redirect again', async () => {
    const addresses = { 'inside.test': ['127.0.0.1'] }
    for (const target of [
      `http://127.0.0.1:${canary.port}/`,
      `//[::1]:${canary.port}/`,
      `https://2130706433:${canary.port}/`,
      `http://inside.test:${canary.port}/`,
    ]) {
      answer = send('', { location: target }, 302)
      expect(await fetchWith({ addresses })(`${web.url}/a.png`)).toEqual({ refused: 'no_public_address' })
    }
    expect(canary.connections).toBe(0)
  })
})

describe('the request', () => {
  it.each([
    'file:///etc/passwd',
    'ftp://example.com/a.png',
    'data:image/png;base64,AAAA',
    'javascript:1',
    'no address',
    'http://user:secret@example.com/a.png',
    'http://example.com:25/a.png',
    'https://example.com:6667/a.png',
  ])('is never sent to %s', async (url) => {
    expect(await fetchWith()(url)).toEqual({ refused: 'url' })
  })

  it('never follows a redirect to another scheme', async () => {
    answer = send('', { location: 'file:///etc/passwd' }, 301)
    expect(await fetchWith()(`${web.url}/a.png`)).toEqual({ refused: 'url' })
  })

  it('has no cookies or credentials, and names the service', async () => {
    const seen: http.IncomingHttpHeaders[] = []
    answer = (req, res) => {
      seen.push(req.headers)
      send(png, { 'set-cookie': 'a=b; Path=/' })(req, res)
    }
    const fetchAsset = fetchWith()
    await fetchAsset(`${web.url}/1`)
    await fetchAsset(`${web.url}/2`)
    expect(seen).toHaveLength(2)
    for (const headers of seen) {
      expect(headers.cookie ?? headers.authorization ?? headers.referer).toBeUndefined()
      expect(headers['user-agent']).toContain('partner-access-service')
    }
  })

  it('goes to the host itself, also when the environment names a proxy', async () => {
    answer = send(png)
    const before = process.env.http_proxy
    process.env.http_proxy = `http://127.0.0.1:${canary.port}`
    try {
      expect(await fetchWith()(`${web.url}/a.png`)).toHaveProperty('contentType', 'image/png')
    } finally {
      if (before === undefined) delete process.env.http_proxy
      else process.env.http_proxy = before
    }
    expect(canary.connections).toBe(0)
  })
})

describe('redirects', () => {
  const chain = (length: number): http.RequestListener => {
    return (req, res) => {
      const hop = Number(req.url?.slice(1))
      if (hop < length) send('moved', { location: `/${hop + 1}` }, 302)(req, res)
      else send(png)(req, res)
    }
  }

  it('are followed five times', async () => {
    answer = chain(5)
    expect(await fetchWith()(`${web.url}/0`)).toEqual({
      body: png,
      contentType: 'image/png',
      finalUrl: `${web.url}/5`,
    })
  })

  it('are given up in a chain of 20', async () => {
    answer = chain(20)
    expect(await fetchWith()(`${web.url}/0`)).toEqual({ refused: 'redirects' })
    expect(web.requests).toHaveLength(6)
  })
})

describe('servers that do not serve', () => {
  it.each([401, 403, 404, 500, 204, 206, 304])('refuses %i, whatever its body', async (status) => {
    answer = send(status === 204 || status === 304 ? '' : png, { 'www-authenticate': 'Basic' }, status)
    expect(await fetchWith()(`${web.url}/a.png`)).toEqual({ refused: 'status', httpStatus: status })
    expect(web.requests).toHaveLength(1)
  })

  it('stops reading an image that never ends', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (_req, res) => {
        res.on('close', resolve)
        res.write(png)
        const more = (): void => {
          while (res.write(Buffer.alloc(65_536)) && !res.destroyed);
        }
        res.on('drain', more)
        more()
      }
    })
    expect(await fetchWith({ limits: { maxBytes: 1_000_000 } })(`${web.url}/`)).toEqual({
      refused: 'too_large',
    })
    await closed
  })

  it('gives up a body that comes byte by byte when the whole takes too long', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (_req, res) => {
        const drip = setInterval(() => res.write('x'), 20)
        res.on('close', () => {
          clearInterval(drip)
          resolve()
        })
      }
    })
    expect(await fetchWith({ limits: { timeoutMs: 200 } })(`${web.url}/`)).toEqual({ refused: 'too_slow' })
    await closed
  })

  it('gives up a server that accepts and sends nothing, and a lookup that never ends', async () => {
    answer = () => undefined
    expect(await fetchWith({ limits: { timeoutMs: 100 } })(`${web.url}/`)).toEqual({ refused: 'too_slow' })
    const fetchAsset = createFetchAsset({
      assetAllow: parseAllowList(''),
      lookup: () => new Promise(() => undefined),
      limits: { timeoutMs: 100 },
    })
    expect(await fetchAsset('http://slow.test/')).toEqual({ refused: 'too_slow' })
  })

  it('has one timeout for all redirects together', async () => {
    answer = (_req, res) => {
      setTimeout(() => res.writeHead(302, { location: '/again' }).end(), 60)
    }
    expect(await fetchWith({ limits: { timeoutMs: 150 } })(`${web.url}/`)).toEqual({ refused: 'too_slow' })
  })

  it('does not read 200 MB that are announced', async () => {
    const written = new Promise<number>((resolve) => {
      answer = (req, res) => {
        res.writeHead(200, { 'content-length': 200_000_000 })
        res.write(png)
        req.socket.on('close', () => resolve(req.socket.bytesWritten))
      }
    })
    expect(await fetchWith()(`${web.url}/`)).toEqual({ refused: 'too_large' })
    expect(await written).toBeLessThan(10_000)
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('unpacks %s, and stops at the limit in a bomb', async (encoding, compress) => {
    answer = send(compress(png), { 'content-encoding': encoding })
    expect(await fetchWith()(`${web.url}/`)).toHaveProperty('body', png)
    answer = send(compress(pngOf(10, 10, 30_000_000)), { 'content-encoding': encoding })
    expect(await fetchWith({ limits: { maxBytes: 1_000_000 } })(`${web.url}/`)).toEqual({
      refused: 'too_large',
    })
  })

  it('refuses a body that is not what its encoding says', async () => {
    answer = send(png, { 'content-encoding': 'gzip' })
    expect(await fetchWith()(`${web.url}/`)).toEqual({ refused: 'encoding' })
    answer = send(gzipSync(gzipSync(png)), { 'content-encoding': 'gzip, gzip' })
    expect(await fetchWith()(`${web.url}/`)).toEqual({ refused: 'encoding' })
  })

  it('refuses a body that breaks off', async () => {
    answer = (_req, res) => {
      res.writeHead(200, { 'content-length': 1_000 }).write(png, () => res.destroy())
    }
    expect(await fetchWith()(`${web.url}/`)).toEqual({ refused: 'connection' })
  })

  it('ends when the email’s signal aborts, waiting or running', async () => {
    answer = () => undefined
    const fetchAsset = fetchWith({})
    const ended = new AbortController()
    const fetches = createFairQueue({ maxConcurrent: 1, maxPerAccount: 1 }).open(1, 1)
    const both = [1, 2].map((n) => fetchAsset(`${web.url}/${n}`, { signal: ended.signal, fetches }))
    ended.abort()
    expect(await Promise.all(both)).toEqual([{ refused: 'budget' }, { refused: 'budget' }])
    answer = send(png)
    expect(await fetchAsset(`${web.url}/3`)).toHaveProperty('body', png)
  })
})

describe('TLS', () => {
  it('verifies the certificate, with the name that was asked for', async () => {
    const folder = await createTestFolder()
    const { uid, gid, username: name } = userInfo()
    const files = await ensureLocalCertificate(folder.path, { name, uid, gid, isDropped: false })
    const server = https.createServer(
      { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) },
      send(png),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const addresses = { localhost: ['127.0.0.1'], 'other.test': ['127.0.0.1'] }
    const trusting = fetchWith({ addresses, ca: readFileSync(files.caFile, 'utf8') }, `127.0.0.1:${port}`)

    expect(await trusting(`https://localhost:${port}/`)).toHaveProperty('body', png)
    expect(await trusting(`https://other.test:${port}/`)).toEqual({ refused: 'certificate' })
    expect(await fetchWith({ addresses }, `127.0.0.1:${port}`)(`https://localhost:${port}/`)).toEqual({
      refused: 'certificate',
    })
    server.closeAllConnections()
    server.close()
    await folder.close()
  })
})

describe('what is kept', () => {
  const gif = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')
  const segments = Buffer.concat(
    Array.from({ length: 2 }, () => Buffer.from(`\xff\xe1\xc3\x52${'\xff'.repeat(50_000)}`, 'latin1')),
  )
  const svg = '<?xml version="1.0"?>\n<!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>'

  it.each([
    ['a PNG that says it is text', png, 'text/plain', 'image/png'],
    ['a GIF', gif, '', 'image/gif'],
    ['a JPEG', jpegOf(8_000, 6_000), '', 'image/jpeg'],
    ['a JPEG with 100 KB of other segments before its frame', jpegOf(10, 10, segments), '', 'image/jpeg'],
    ['a JPEG with what is no marker before its frame', jpegOf(10, 10, Buffer.alloc(9)), '', 'image/jpeg'],
    [
      'an AVIF',
      avifOf([
        [800, 600],
        [800, 600],
      ]),
      '',
      'image/avif',
    ],
    ['a WOFF2 font', Buffer.from('wOF2....'), 'application/octet-stream', 'font/woff2'],
    ['a style sheet, with its charset', 'a{b:c}', 'text/css;charset=latin1', 'text/css;charset=latin1'],
    ['a style sheet that begins like a bitmap', 'BMW{b:c}', 'text/css', 'text/css'],
    ['an SVG', svg, 'image/svg+xml; charset=utf-8', 'image/svg+xml'],
  ])('is %s', async (_name, body, declared, contentType) => {
    answer = send(body, { 'content-type': declared })
    expect(await fetchWith()(`${web.url}/`)).toMatchObject({ contentType })
  })

  it.each([
    ['a page', '<!doctype html><p>x', 'text/html', 'type'],
    ['a page that says it is a picture', '<!doctype html><p>x', 'image/png', 'type'],
    ['a PDF', '%PDF-1.7', 'application/pdf', 'type'],
    ['a script', 'alert(1)', 'text/javascript', 'type'],
    ['an SVG that does not say so', svg, 'text/html', 'type'],
    ['nothing', '', 'image/png', 'type'],
    ['a PNG of 50,000 by 50,000', pngOf(50_000, 50_000), 'image/png', 'dimensions'],
    ['a PNG of 40,000 by 1', pngOf(40_000, 1), 'image/png', 'dimensions'],
    ['a header that breaks off', png.subarray(0, 12), 'image/png', 'dimensions'],
    ['a JPEG of 50,000 by 1', jpegOf(50_000, 1), 'image/jpeg', 'dimensions'],
    [
      'an AVIF of which one picture is 50,000 by 50,000',
      avifOf([
        [10, 10],
        [50_000, 50_000],
      ]),
      '',
      'dimensions',
    ],
    ['an AVIF of no size', avifOf([]), 'image/avif', 'dimensions'],
  ])('is not %s', async (_name, body, declared, refused) => {
    answer = send(body, { 'content-type': declared })
    expect(await fetchWith()(`${web.url}/`)).toEqual({ refused })
  })
})

describe('a picture of 400 KB made to be slow to measure', () => {
  const bytes = 400_000
  /** As many pictures as fit into the file, of 20 bytes each. */
  const sizes = Array.from({ length: bytes / 20 }, () => [10, 10] as const)
  it.each([
    ['JPEG of no markers', jpegOf(10, 10, Buffer.alloc(bytes))],
    ['JPEG of empty segments', jpegOf(10, 10, Buffer.alloc(bytes, 'ffe00002', 'hex'))],
    ['JPEG of fill bytes', jpegOf(10, 10, Buffer.alloc(bytes, 0xff))],
    ['AVIF of pictures', avifOf(sizes)],
  ])('is measured as fast as any other: a %s', async (_name, picture) => {
    const timeOf = (body: Buffer): Promise<number> => {
      answer = send(body)
      return processorMsOf(() => fetchWith()(`${web.url}/`))
    }
    const usual = pngOf(10, 10, picture.length)
    await timeOf(usual)
    const usualMs = await timeOf(usual)
    expect(await timeOf(picture)).toBeLessThan(100 + 3 * usualMs)
  })
})
