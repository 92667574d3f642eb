import { rmSync, writeFileSync } from 'node:fs'
import type http from 'node:http'
import { assetOrigin, assetUrl, type FrozenAsset } from '@pas/emails/frozen-email'
import { assetPackKey } from '@pas/emails/storage-keys'
import { openStorage } from '@pas/storage/open-storage'
import { StorageUnavailableError, type Storage } from '@pas/storage/storage'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { stopTime, type StoppedTime } from '@pas/testing/stop-time'
import { createLogger } from '@pas/runtime/logger'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { parseAllowList } from '../src/outbound/allow-list'
import { createFetchAsset, type FetchAsset } from '../src/assets/fetch-asset'
import { createFairQueue, type FairQueue } from '@pas/runtime/fair-queue'
import type { FreezeBudgets } from '../src/assets/asset-budget'
import { fetchLimits, freezeAssets, freezeUnfetched } from '../src/assets/freeze-assets'
import { openEmailReader } from '../src/emulation/email-reader'
import { pngOf } from './asset-pictures'

const png = pngOf(10, 10)
const guid = '6f1c2c2e-6f1e-4d0e-9d3a-1a2b3c4d5e6f'
const css = { 'content-type': 'text/css' }

const readers = openEmailReader(createLogger('api'))
const emailReader = readers.forAccount(1)

let folder: TestFolder
let storage: Storage
let web: SmallWeb
/** The outside web's responses, by path; any other path is a 404. */
let pages: Record<string, http.RequestListener>

beforeEach(async () => {
  folder = await createTestFolder()
  storage = openStorage({ kind: 'file', path: folder.path })
  pages = {}
  web = await startSmallWeb((req, res) => {
    const page = pages[req.url ?? '']
    if (page) page(req, res)
    else res.writeHead(404).end()
  })
})

afterEach(async () => {
  storage.close()
  await web.close()
  await folder.close()
})

afterAll(() => readers.close())

const send =
  (body: Buffer | string, headers: http.OutgoingHttpHeaders = {}): http.RequestListener =>
  (_req, res) => {
    res.writeHead(200, headers).end(body)
  }

const fetcher = (limits = {}) =>
  createFetchAsset({ assetAllow: parseAllowList(`127.0.0.1:${web.port}`), limits })

const owner = { emailGuid: guid, accountId: 1 }
const deps = () => ({ fetchAsset: fetcher(), fetchQueue: createFairQueue(fetchLimits), emailReader, storage })

const freeze = async (html: string | null, budgets: Partial<FreezeBudgets> = {}): Promise<FrozenAsset[]> =>
  (await freezeAssets(deps(), owner, html, budgets)).kept

const images = (...paths: string[]): string => paths.map((path) => `<img src="${web.url}${path}">`).join('')

const pathsOf = (assets: readonly FrozenAsset[]): string[] =>
  assets.map(({ url }) => url.slice(web.url.length))

async function stored(asset: FrozenAsset | undefined): Promise<string> {
  const object = asset && (await storage.get(assetPackKey(guid, asset.pack)))
  if (!object) throw new Error('nothing stored')
  return object.body.toString('latin1', asset.offset, asset.offset + asset.length)
}

describe('freezing an email', () => {
  it('keeps each asset once, under an id that cannot be guessed', async () => {
    pages = { '/a.png': send(png), '/b.png': send(png), '/outlook.png': send(png) }
    const html = `${images('/a.png', '/b.png', '/a.png#x', '/missing.png')}
      <!--[if mso]>${images('/outlook.png')}<![endif]-->`
    const assets = await freeze(html)
    expect(assets.map(({ url, contentType }) => ({ url, contentType }))).toEqual([
      { url: `${web.url}/a.png`, contentType: 'image/png' },
      { url: `${web.url}/b.png`, contentType: 'image/png' },
      { url: `${web.url}/outlook.png`, contentType: 'image/png' },
    ])
    for (const { id } of assets) expect(id).toMatch(/^[\w-]{22}$/)
    expect(new Set(assets.map(({ id }) => id)).size).toBe(3)
    for (const asset of assets) expect(await stored(asset)).toBe(png.toString('latin1'))
    expect(web.requests.toSorted()).toEqual(
      ['/a.png', '/b.png', '/missing.png', '/outlook.png'].map((path) => `GET ${path}`),
    )
  })

  it('fetches nothing when there is no HTML or no reference in it', async () => {
    expect(await freeze(null)).toEqual([])
    expect(await freeze('<p>Hello <a href="http://example.com/">you</a></p>')).toEqual([])
  })

  it('keeps the rest when one asset is internal, broken or of no use', async () => {
    const canary = await startSmallWeb(send(png))
    pages = {
      '/a.png': send(png),
      '/page': send('<p>x', { 'content-type': 'text/html' }),
      '/inside': (_req, res) => {
        res.writeHead(302, { location: `${canary.url}/` }).end()
      },
      '/breaks': (req) => {
        req.socket.destroy()
      },
    }
    const html = `<img src="${canary.url}/x.png">${images('/inside', '/page', '/breaks', '/a.png')}`
    expect(pathsOf(await freeze(html))).toEqual(['/a.png'])
    expect(canary.requests).toEqual([])
    await canary.close()
  })

  it('fetches ten images at the same time', async () => {
    const paths = Array.from({ length: 10 }, (_, n) => `/${n}.png`)
    const waiting: http.ServerResponse[] = []
    for (const path of paths)
      pages[path] = (_req, res) => {
        waiting.push(res)
        if (waiting.length === paths.length) for (const response of waiting) response.end(png)
      }
    expect(pathsOf(await freeze(images(...paths)))).toEqual(paths)
  })
})

describe('style sheets', () => {
  it('are kept as UTF-8 with their own references frozen, relative to where they came from', async () => {
    pages = {
      '/css/main.css': (_req, res) => {
        res.writeHead(302, { location: '/moved/main.css' }).end()
      },
      '/moved/main.css': send(
        Buffer.from('@charset "x";a{b:url(i.png);c:url(lost.png);d:"\xe4"}}', 'latin1'),
        { 'content-type': 'text/css; charset=iso-8859-1' },
      ),
      '/moved/i.png': send(png),
    }
    const assets = await freeze(`<link rel="stylesheet" href="${web.url}/css/main.css">`)
    const [sheet, image] = assets
    expect(pathsOf(assets)).toEqual(['/css/main.css', '/moved/i.png'])
    expect(sheet?.contentType).toBe('text/css; charset=utf-8')
    expect(Buffer.from(await stored(sheet), 'latin1').toString()).toBe(
      `@charset "x";a{b:url("${assetUrl(image?.id ?? '')}");c:url("${assetOrigin}/missing");d:"ä"}}`,
    )
  })

  it('that import each other are frozen with their references, and the freezing ends', async () => {
    pages = { '/a.css': send('@import "b.css";', css), '/b.css': send('@import url(a.css);', css) }
    const assets = await freeze(`<style>@import "${web.url}/a.css";</style>`)
    const [a, b] = assets
    expect(pathsOf(assets)).toEqual(['/a.css', '/b.css'])
    expect(await stored(a)).toBe(`@import "${assetUrl(b?.id ?? '')}";`)
    expect(await stored(b)).toBe(`@import url("${assetUrl(a?.id ?? '')}");`)
  })

  it('are followed to a depth of three', async () => {
    for (let depth = 1; depth < 9; depth++)
      pages[`/${depth}.css`] = send(`@import "${depth + 1}.css";a{b:url(${depth}.png)}`, css)
    for (let depth = 1; depth < 9; depth++) pages[`/${depth}.png`] = send(png)
    const assets = await freeze(`<link rel=stylesheet href="${web.url}/1.css">`)
    expect(pathsOf(assets).toSorted()).toEqual([
      '/1.css',
      '/1.png',
      '/2.css',
      '/2.png',
      '/3.css',
      '/3.png',
      '/4.css',
    ])
    const last = assets.find(({ url }) => url.endsWith('/4.css'))
    expect(await stored(last)).toBe(`@import "${assetOrigin}/missing";a{b:url("${assetOrigin}/missing")}`)
  })

  it('have their fonts frozen', async () => {
    pages = {
      '/f.css': send('@font-face{font-family:F;src:url(/f.woff2#x)format("woff2")}', css),
      '/f.woff2': send('wOF2....'),
    }
    const [sheet, font] = await freeze(`<link rel=stylesheet href="${web.url}/f.css">`)
    expect(font?.contentType).toBe('font/woff2')
    expect(await stored(sheet)).toContain(`url("${assetUrl(font?.id ?? '')}#x")`)
  })
})

/** A promise, and the function that resolves it. */
function openPromise(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}

/** `fetchAsset`, and a promise that resolves once it has fetched the asset of this path. */
function watchFetch(
  fetchAsset: FetchAsset,
  path: string,
): { fetchAsset: FetchAsset; fetched: Promise<void> } {
  const { promise: fetched, resolve } = openPromise()
  return {
    fetchAsset: async (url, options) => {
      const asset = await fetchAsset(url, options)
      if (url.endsWith(path)) resolve()
      return asset
    },
    fetched,
  }
}

/** Answers none of the requests for these paths; resolves once as many as `count` have come. */
function leaveUnanswered(paths: readonly string[], count = 1): Promise<void> {
  let requests = 0
  return new Promise((resolve) => {
    for (const path of paths)
      pages[path] = () => {
        if (++requests === count) resolve()
      }
  })
}

describe('budgets of one email', () => {
  let time: StoppedTime
  beforeEach(() => {
    time = stopTime()
  })
  afterEach(() => time.goOn())

  it('end slow fetches, and keep what was fetched before', async () => {
    const begun = openPromise()
    const closed = new Promise<void>((resolve) => {
      pages['/slow.png'] = (_req, res) => {
        res.write(png)
        res.on('close', resolve)
        begun.resolve()
      }
    })
    pages['/a.png'] = send(png)
    const { fetchAsset, fetched } = watchFetch(fetcher(), '/a.png')
    const html = images('/slow.png', '/a.png')
    const freezing = freezeAssets({ ...deps(), fetchAsset }, owner, html, { totalMs: 300 })
    await Promise.all([begun.promise, fetched])
    time.pass(300)
    expect(pathsOf((await freezing).kept)).toEqual(['/a.png'])
    await closed
  })

  it('end fetches that wait for their turn behind a slow one', async () => {
    const paths = Array.from({ length: 50 }, (_, n) => `/${n}.png`)
    const begun = leaveUnanswered(paths, 4)
    const freezing = freeze(images(...paths), { totalMs: 200, maxConcurrent: 4 })
    await begun
    time.pass(200)
    expect(await freezing).toEqual([])
    expect(web.requests).toHaveLength(4)
  })

  it('count the bytes of kept assets, not those of refused ones', async () => {
    pages = {
      '/huge.png': send(pngOf(50_000, 50_000, 900)),
      '/1.png': send(pngOf(10, 10, 500)),
      '/2.png': send(pngOf(10, 10, 400)),
      '/3.png': send(pngOf(10, 10, 200)),
    }
    const html = images('/huge.png', '/1.png', '/2.png', '/3.png')
    const kept = await freeze(html, { maxBytes: 1_000, maxConcurrent: 1 })
    expect(pathsOf(kept)).toEqual(['/1.png', '/2.png'])
  })

  it('count the bytes of style sheets by themselves', async () => {
    pages = {
      '/1.css': send(`a{b:c}${' '.repeat(600)}`, css),
      '/2.css': send(`a{b:c}${' '.repeat(600)}`, css),
      '/3.css': send(`a{b:c}${' '.repeat(200)}`, css),
      '/a.png': send(pngOf(10, 10, 5_000)),
    }
    const sheets = [1, 2, 3].map((n) => `<link rel="stylesheet" href="${web.url}/${n}.css">`).join('')
    const kept = await freeze(`${sheets}${images('/a.png')}`, { maxStyleSheetBytes: 1_000, maxConcurrent: 1 })
    expect(pathsOf(kept)).toEqual(['/1.css', '/3.css', '/a.png'])
  })

  it('count the references that are tried', async () => {
    const paths = Array.from({ length: 10_000 }, (_, n) => `/${n}.png`)
    await freeze(images(...paths))
    expect(web.requests).toHaveLength(500)
  })

  it('leave room for other emails', async () => {
    const shared = deps()
    const slow = Array.from({ length: 500 }, (_, n) => `/slow/${n}.png`)
    const begun = leaveUnanswered(slow)
    pages['/a.png'] = send(png)
    const greedy = freezeAssets(shared, owner, images(...slow), { totalMs: 600 })
    await begun
    // The greedy email has all its time left.
    const other = await freezeAssets(shared, owner, images('/a.png'))
    expect(pathsOf(other.kept)).toEqual(['/a.png'])
    time.pass(600)
    expect((await greedy).kept).toEqual([])
  })
})

describe('an asset that has no turn because of other emails', () => {
  let time: StoppedTime
  beforeEach(() => {
    time = stopTime()
  })
  afterEach(() => time.goOn())

  it('is listed to be fetched later, with the style sheets that refer to it, and the rest is kept', async () => {
    const shared = { ...deps(), fetchQueue: createFairQueue({ maxConcurrent: 1, maxPerAccount: 1 }) }
    pages = {
      '/a.css': send('@import "b.css";', css),
      '/b.css': send('a{b:url(late.png)}', css),
      '/c.css': send('a{b:url(kept.png)}', css),
      '/kept.png': send(png),
      '/late.png': send(png),
    }
    let heldUp: Promise<unknown> = Promise.resolve()
    const release = new AbortController()
    const hold = (): void => {
      // Another email takes the queue's only place once the style sheets are fetched.
      heldUp = shared.fetchQueue
        .open(2, 1)
        .run(
          () => new Promise((resolve) => release.signal.addEventListener('abort', resolve)),
          release.signal,
        )
        .catch(() => undefined)
    }
    const watched = watchFetch(shared.fetchAsset, '/kept.png')
    const lateWaits = openPromise()
    const fetchAsset: FetchAsset = async (url, options) => {
      const fetching = watched.fetchAsset(url, options)
      if (url.endsWith('/late.png')) lateWaits.resolve()
      const fetched = await fetching
      if (url.endsWith('/b.css')) hold()
      return fetched
    }
    const html = ['c', 'a'].map((name) => `<link rel=stylesheet href="${web.url}/${name}.css">`).join('')
    const freezing = freezeAssets({ ...shared, fetchAsset }, owner, html, { wallMs: 1_500 })
    await Promise.all([lateWaits.promise, watched.fetched])
    time.pass(1_500)
    const { kept, unfetched } = await freezing
    expect(pathsOf(kept).toSorted()).toEqual(['/c.css', '/kept.png'])
    expect(unfetched.map(({ url, depth }) => [url.slice(web.url.length), depth]).toSorted()).toEqual([
      ['/a.css', 1],
      ['/b.css', 2],
      ['/late.png', 3],
    ])
    release.abort()
    await heldUp

    const earlier = { kept, failed: [], unfetched, firstPack: 1_000 }
    const later = await freezeUnfetched(shared, owner, earlier, {})
    expect(later.unfetched).toEqual([])
    expect(pathsOf(later.kept).toSorted()).toEqual(['/a.css', '/b.css', '/c.css', '/kept.png', '/late.png'])
    const find = (path: string): FrozenAsset | undefined =>
      later.kept.find(({ url }) => url === web.url + path)
    expect(find('/c.css')).toEqual(kept.find(({ url }) => url.endsWith('/c.css')))
    expect(await stored(find('/a.css'))).toContain(assetUrl(find('/b.css')?.id ?? ''))
    expect(await stored(find('/b.css'))).toContain(assetUrl(find('/late.png')?.id ?? ''))
    expect(await stored(find('/late.png'))).toBe(png.toString('latin1'))
  })

  it('does not use up its email’s time', async () => {
    const fetchQueue = createFairQueue({ maxConcurrent: 1, maxPerAccount: 1 })
    const { watchedQueue, stalled } = watchStalled(fetchQueue)
    pages = { '/a.png': send(png) }
    const release = openPromise()
    const other = fetchQueue.open(2, 1).run(() => release.promise, new AbortController().signal)
    const html = images('/a.png')
    const freezing = freezeAssets({ ...deps(), fetchQueue: watchedQueue }, owner, html, { totalMs: 400 })
    await stalled
    // Another email holds the queue's only place for twice the time of this one's budget.
    time.pass(800)
    release.resolve()
    expect(pathsOf((await freezing).kept)).toEqual(['/a.png'])
    await other
  })
})

/** `queue`, and a promise that resolves once the work of an email waits for that of others. */
function watchStalled(queue: FairQueue): { watchedQueue: FairQueue; stalled: Promise<void> } {
  const { promise: stalled, resolve } = openPromise()
  const open: FairQueue['open'] = (...email) => {
    const line = queue.open(...email)
    const onStalled: typeof line.onStalled = (listener) =>
      line.onStalled((isStalled) => {
        listener(isStalled)
        if (isStalled) resolve()
      })
    return { ...line, onStalled }
  }
  return { watchedQueue: { open }, stalled }
}

describe('a store that is away', () => {
  it('fails the email, after all of its writes have ended', async () => {
    // More than one pack, so that the store is written to while other fetches still run.
    const big = send(pngOf(10, 10, 5_000_000))
    pages = { '/big.png': big, '/slow.png': () => undefined, '/a.css': send('a{b:url(a.png)}', css) }
    rmSync(folder.path, { recursive: true })
    writeFileSync(folder.path, 'no folder')
    let puts = 0
    let ended = 0
    const counted: Pick<Storage, 'put'> = {
      put: (...object) => {
        puts++
        return storage.put(...object).finally(() => ended++)
      },
    }
    const html = `${images('/big.png', '/slow.png')}<link rel=stylesheet href="${web.url}/a.css">`
    const fetchAsset = fetcher({ timeoutMs: 120_000 })
    await expect(
      freezeAssets({ ...deps(), fetchAsset, storage: counted }, owner, html, { totalMs: 120_000 }),
    ).rejects.toThrow(StorageUnavailableError)
    expect(puts).toBeGreaterThan(0)
    expect(ended).toBe(puts)
  })

  it('fails the email only when a write that goes on after the first error has ended', async () => {
    pages = { '/a.png': send(png) }
    const failed = openPromise()
    const slow = openPromise()
    let ended = 0
    const counted: Pick<Storage, 'put'> = {
      put: async (key) => {
        if (key.endsWith('/failed.json')) {
          await slow.promise
          ended++
          return
        }
        // After the others: this one's error comes while that write goes on.
        if (key.endsWith('/assets.json')) failed.resolve()
        throw new StorageUnavailableError('away')
      },
    }
    const html = images('/a.png', '/missing.png')
    const freezing = freezeAssets({ ...deps(), storage: counted }, owner, html)
    const endedAtRejection = freezing.then(
      () => null,
      () => ended,
    )
    await failed.promise
    // Everything that the error leads to without the write has run by then.
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    slow.resolve()
    expect(await endedAtRejection).toBe(1)
  })
})
