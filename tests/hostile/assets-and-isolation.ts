import { readFile } from 'node:fs/promises'
import { objectFile } from '@pas/storage/object-file'
import { isLongRun } from '@pas/testing/long-run'
import { until } from '@pas/testing/until'
import { blackPng, brokenPages, firstFrameColour } from './broken-web'
import { countPixels, squareOf } from './pictures'
import { stage, untrusted } from './stage'

describe('an image that is broken, endless or not an image', () => {
  /** The fetcher's 5 s for one asset, half as much again for a machine under load, and 2 s for the rest. */
  const inTimeMs = 5_000 * 1.5 + 2_000

  it('is left out, or shown by its first frame, and the caller waits no longer than one asset may take', async () => {
    const pages = await brokenPages(blackPng(50_000))
    for (const [name, page] of pages) stage.pages.set(name, page)
    const addresses = [...pages.keys()].map((name) => stage.web.url + name).concat(untrusted.url)
    const expectInTime = async (email: readonly string[]): Promise<void> => {
      const html = email.map((address) => `<img src="${address}" width="30" height="30" alt="">`).join('')
      const startedAt = performance.now()
      const { gmail } = await stage.expectTheRestDrawn(html)
      expect(performance.now() - startedAt).toBeLessThan(inTimeMs)
      const firstFrames = email.filter((address) => address.endsWith('/endless.gif')).length
      expect(await countPixels(gmail, firstFrameColour)).toBe(firstFrames * 30 * 30)
    }
    await expectInTime(addresses)
    if (isLongRun)
      for (let at = 0; at < addresses.length; at += 4)
        await Promise.all(addresses.slice(at, at + 4).map((address) => expectInTime([address])))
    await until('every connection to the public web has ended', async () => {
      const open = await stage.web.openConnections()
      return [open === 0, open]
    })
  }, 120_000)
})

describe('the state that one capture leaves for another', () => {
  const colour = '#a06020'

  it('is nothing: no cookie, cache, storage, visited link or frozen image', async () => {
    const { web, pages } = stage
    const secret = await squareOf(colour, 30)
    const cookies: (string | undefined)[] = []
    pages.set('/kept.png', (req, res) => {
      cookies.push(req.headers.cookie)
      const forEver = {
        'set-cookie': 'seen=A; Path=/',
        'cache-control': 'public,max-age=31536000,immutable',
        etag: '"a"',
      }
      res.writeHead(200, forEver).end(secret)
    })
    const looking = `<style>a{color:#fff;background:#fff}a:visited{color:${colour};background:${colour}}</style>
      <a href="${web.url}/visited" style="display:block;width:50px;height:50px">x</a><a href="#x">x</a>`
    const before = await stage.expectTheRestDrawn(looking)

    const leaving = `<meta http-equiv="set-cookie" content="seen=A"><a id="x" href="${web.url}/visited">x</a><img src="${web.url}/kept.png">
      <link rel="stylesheet" href="${web.url}/kept.css"><link rel="prerender" href="${web.url}/visited"><script>localStorage.seen='A'</script>
      <iframe src="${web.url}/visited"></iframe><meta http-equiv="refresh" content="0;url=${web.url}/visited">`
    const { guid } = await stage.post({ html_text: leaving })
    const frozen = await readFile(objectFile(stage.storagePath, `emails/${guid}/assets.json`), 'utf8')
    const ids = [...frozen.matchAll(/"id":"([\w-]+)"/g)].map(([, id]) => id)
    expect(ids.length).toBeGreaterThan(0)
    // Another email refers to A's frozen images by the asset origin's address, while A is drawn and afterwards.
    const stolen = ids
      .flatMap((id) => [`http://assets.invalid/${id}`, `//assets.invalid/${id}`, `/${id}`])
      .map(
        (address) =>
          `<img src="${address}" width="30" height="30"><div style="width:30px;height:30px;background:url(${address})"></div>`,
      )
      .join('')
    const [drawn, besides] = await Promise.all([
      stage.draw(guid, 'CHROMEGMAILNEW'),
      stage.expectTheRestDrawn(stolen),
    ])
    expect(await countPixels(drawn.png, colour)).toBe(900)
    const afterwards = await stage.expectTheRestDrawn(stolen)
    for (const picture of [besides, afterwards].flatMap(({ gmail, unfiltered }) => [gmail, unfiltered]))
      expect(await countPixels(picture, colour)).toBe(0)

    expect(await stage.expectTheRestDrawn(looking)).toEqual(before)
    await stage.expectTheRestDrawn(`<img src="${web.url}/kept.png">`)
    expect(cookies).toEqual([undefined, undefined])
    expect(web.requests).not.toContain('GET /visited')
  })
})
