import { createHash } from 'node:crypto'
import { emailClients } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'
import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { itInLongRun } from '@pas/testing/long-run'
import { commandLineOf, processesInGroups } from '@pas/testing/processes'
import { until } from '@pas/testing/until'
import sharp from 'sharp'
import { findChromiumProgram } from '../src/engines/chromium/chromium-process'
import { startChromium } from '../src/engines/chromium/start-chromium'
import { drawDocument } from '../src/engines/chromium/draw-document'
import { preparePage, type PreparedPage } from '../src/engines/chromium/prepared-page'
import { desktopFrame, startTestEngine, watchedAsset, type TestEngine } from './test-engine'

const assetUrl = (id: string): string => `http://assets.invalid/${id}`

/** Process ids of the renderers in these process groups. */
const renderersIn = (processGroupIds: readonly number[]): number[] =>
  processesInGroups(processGroupIds)
    .map(({ pid }) => pid)
    .filter((pid) => commandLineOf(pid).includes('--type=renderer'))

/** Text, boxes and forms in several sizes, and one of each kind of animation. */
const newsletter = `<!doctype html><meta name=viewport content="width=device-width"><title>News</title>
  <style>@media (max-width: 600px) { .wide { width: 100% !important } } @media (prefers-color-scheme: dark) { body { background: #111; color: #eee } }
  @keyframes k { from { opacity: 0 } to { opacity: 1 } } h1 { animation: k 2s } h2 { animation: k 2s infinite } p { transition: all 3s }</style>
  <body bgcolor="#fafafa"><table class=wide width=640 align=center cellpadding=12><tr><td bgcolor="#ffe"><h1>Coffee 漢字 हिन्दी العربية</h1><h2>The month</h2>
  ${'<p>Plain text <b>bold</b> <i>italic</i> <a href="https://example.com/">a link</a> 😀 and more of it.</p>'.repeat(12)}
  <progress></progress> <input value=typed> <select><option>one</select> <marquee>moves</marquee><ul><li>one<li>two</ul><hr>
  <svg width=100 height=40><circle cx=20 cy=20 r=15 fill=teal><animate attributeName=cx from=20 to=80 dur=2s repeatCount=indefinite /></circle></svg>
  <font face="Georgia" size=5>Georgia</font> <font face="Comic Sans MS">Comic</font> <code>mono</code></table>`

const htmlDocument = (html: string, changes: Partial<HtmlDocument> = {}): HtmlDocument => ({
  kind: 'html',
  html: `<!doctype html>${html}`,
  frame: desktopFrame,
  captureSelector: null,
  ...changes,
})

describe('a page that is kept for the next document of its account', () => {
  let chromium: TestEngine
  beforeAll(async () => {
    chromium = await startTestEngine('chromium')
  })
  afterAll(() => chromium.close())

  const draw = async (document: HtmlDocument, owner?: string): Promise<Buffer> =>
    (await chromium.capture(document, 20_000, owner)).png

  it('shows an image with a background, on a page that is scaled to fit, as a new page does', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const photograph = await sharp({
      create: { width: 200, height: 200, channels: 3, background: '#a42', noise },
    })
      .png()
      .toBuffer()
    const serving = chromium.assetOrigin.serve([
      watchedAsset('photograph', 'image/png', photograph).asset,
      watchedAsset('tile', 'image/png', photograph).asset,
    ])
    const document = htmlDocument(
      `<body style="margin:0"><div style="width:681px;padding:11px"><img src="${assetUrl('photograph')}"
        width=200 height=200 style="background:#ddd;display:block">
        <div style="width:201px;height:77px;margin:13px;background:#2d4 url(${assetUrl('tile')})"><!-- ${assetUrl('tile')} -->`,
      {
        frame: { ...desktopFrame, width: 412, height: 824, deviceScaleFactor: 1080 / 412 },
        tooWide: 'scaled',
      },
    )
    const owners = [undefined, 'reader', 'reader', 'reader', undefined, 'reader']
    const pictures: string[] = []
    for (const owner of owners) pictures.push((await draw(document, owner)).toString('base64'))
    serving.release()
    expect(new Set(pictures).size).toBe(1)
  })

  it('shows nothing of the last document', async () => {
    const square = (fill: string): Promise<Buffer> =>
      sharp({ create: { width: 40, height: 40, channels: 3, background: fill } })
        .png()
        .toBuffer()
    const picture = watchedAsset('picture', 'image/png', await square('#c00'))
    const sheet = watchedAsset('sheet', 'text/css', Buffer.from('p { color: red }'))
    const font = watchedAsset('font', 'font/woff2', Buffer.from('no font'))
    const serving = chromium.assetOrigin.serve([picture.asset, sheet.asset, font.asset])
    const leavers = [
      `<style>@font-face { font-family: Georgia; src: local('DejaVu Sans Mono'), local('Noto Sans Mono'), url(${assetUrl('font')}) }
        p { font-family: Georgia }</style><p>Text in a font of that name`,
      `<link rel=stylesheet href="${assetUrl('sheet')}"><img src="${assetUrl('picture')}"><a id=here href="#here">visited</a>`,
      `<meta http-equiv=set-cookie content="a=b"><base target=other><form name=body><input name=firstChild autofocus value=typed></form>`,
      `<title>Left</title><style>@property --x { syntax: '<color>'; inherits: true; initial-value: red }
        @layer a; @keyframes k { to { opacity: 0 } } :root { zoom: 2; color-scheme: dark; scroll-behavior: smooth }</style><details open><summary>Open`,
      `<iframe name=left srcdoc="<p>inner"></iframe><dialog open>Left open</dialog><p style="position:fixed;top:0">stays`,
    ]
    const seekers = [
      `<style>p { font-family: Georgia }</style><p>Text in a font of that name`,
      `<style>a:visited { background: red } a:target { outline: 3px solid red }</style>
        <a href="${assetUrl('picture')}">picture</a> <a href="#here">here</a> <a href="">self</a><img src="${assetUrl('picture')}"><p>not red`,
      `<style>a { color: var(--x, green); animation: k 1s } input:focus { outline: 9px solid red }</style><a>text</a><form><input></form>`,
      `<iframe name=left></iframe><p style="margin-top:3000px">far below`,
    ]
    const fresh = await Promise.all(seekers.map((html) => draw(htmlDocument(html))))
    for (const [index, left] of leavers.entries()) {
      const owner = `account ${index}`
      for (const [seekerIndex, seeker] of seekers.entries()) {
        await draw(htmlDocument(left), owner)
        const requests = picture.requests()
        const png = await draw(htmlDocument(seeker), owner)
        expect(png.equals(fresh[seekerIndex] ?? Buffer.alloc(0))).toBe(true)
        // Each document requested its asset: no cache answered.
        if (seeker.includes('picture')) expect(picture.requests()).toBe(requests + 1)
      }
    }
    expect(chromium.refusals()).toBe(0)
    serving.release()
  })

  const start = (options: { drawsOnCommand?: boolean } = {}) =>
    startChromium({
      executablePath: findChromiumProgram(process.env.CHROMIUM_PATH ?? null) ?? '',
      proxyUrl: chromium.assetOrigin.proxyUrl,
      isSandboxed: true,
      environment: Object.fromEntries(
        ['PATH', 'HOME', 'FONTCONFIG_FILE'].map((name) => [name, process.env[name] ?? '']),
      ),
      ...options,
    })

  it('is drawn by frames on command as by screenshots', async () => {
    const { assetOrigin } = chromium
    const serveDocument: typeof assetOrigin.serveDocument = (html) => assetOrigin.serveDocument(html)
    const phone = { ...desktopFrame, width: 390, height: 700, deviceScaleFactor: 3, mobile: true }
    const documents = [
      htmlDocument(newsletter),
      htmlDocument(newsletter, { frame: phone }),
      htmlDocument('<p style="margin:0;height:100vh;background:teal">As high as the window<p>below'),
      htmlDocument('<div style="height:9000px;background:linear-gradient(red,blue)">', { frame: phone }),
      htmlDocument(''),
    ]
    const drawn: string[][] = []
    for (const drawsOnCommand of [true, false]) {
      const browser = await start({ drawsOnCommand })
      expect(browser.driver.drawsOnCommand).toBe(drawsOnCommand)
      const pictures: string[] = []
      for (const document of [...documents, ...documents]) {
        const page = await preparePage(browser.driver, document.frame)
        for (let time = 0; time < 2; time++) {
          const { png } = await drawDocument(page, document, serveDocument)
          pictures.push(createHash('sha256').update(png).digest('hex'))
        }
        await page.close()
      }
      drawn.push(pictures)
      await browser.kill()
    }
    expect(drawn[0]).toEqual(drawn[1])
  })

  it('has a browser context and a renderer that no other page has', async () => {
    const { assetOrigin } = chromium
    const serveDocument: typeof assetOrigin.serveDocument = (html) => assetOrigin.serveDocument(html)
    const browser = await start({ drawsOnCommand: true })
    try {
      const pages: PreparedPage[] = []
      const crashed: number[] = []
      for (let index = 0; index < 4; index++) {
        const page = await preparePage(browser.driver, desktopFrame)
        // For all documents of an account's page: it stays in its renderer.
        for (let document = 0; document < 3; document++)
          await drawDocument(page, htmlDocument('<p>text'), serveDocument)
        page.session.next('Page.frameDetached').catch(() => crashed.push(index))
        pages.push(page)
      }
      const { targetInfos } = await browser.driver.connection.send('Target.getTargets')
      const contexts = pages.map(
        ({ frameId }) => targetInfos.find(({ targetId }) => targetId === frameId)?.browserContextId,
      )
      expect(new Set(contexts).size).toBe(pages.length)

      const renderers = renderersIn([browser.pid])
      expect(renderers).toHaveLength(pages.length)
      for (const [killed, pid] of renderers.entries()) {
        process.kill(pid, 'SIGKILL')
        await until(() => crashed.length > killed)
        expect(crashed).toHaveLength(killed + 1)
      }
      expect(new Set(crashed).size).toBe(pages.length)
    } finally {
      await browser.kill()
    }
  })

  it.each<[what: string, html: string, end: object]>([
    [
      'never ends',
      `<p>${'never ending '.repeat(20)}<img src="${assetUrl('never')}">`,
      { reason: expect.objectContaining({ kind: 'capture_timeout' }) as unknown },
    ],
    [
      'is huge',
      '<div style="height:200000px;width:300px;background:linear-gradient(red,blue)">',
      { value: expect.objectContaining({ truncated: true }) as unknown },
    ],
  ])(
    'ends with a document that %s, and the next is drawn as if there had been none',
    async (what, html, end) => {
      const never = { id: 'never', contentType: 'image/png', body: new Promise<null>(() => undefined) }
      const serving = chromium.assetOrigin.serve([never])
      const next = htmlDocument('<p>The next one')
      const fresh = await draw(next)
      const owner = `after one that ${what}`
      await draw(next, owner)
      const timeoutMs = what === 'is huge' ? 20_000 : 500
      const [ended] = await Promise.allSettled([chromium.capture(htmlDocument(html), timeoutMs, owner)])
      expect(ended).toMatchObject(end)
      expect((await draw(next, owner)).equals(fresh)).toBe(true)
      serving.release()
    },
  )

  itInLongRun(
    'draws the same bytes as a fresh one, for every client of the engine, in any order',
    async () => {
      const content = {
        html: newsletter,
        plainText: null,
        subject: 'News',
        fromAddress: null,
        fromDisplayName: null,
      }
      const documents = emailClients
        .filter(({ engine }) => engine === 'chromium')
        .flatMap((emailClient) =>
          emailClient.orientationOptions.map(
            (orientation) =>
              emulate(emailClient, content, { orientation, images: 'allowed', assetUrl: () => null })
                .document,
          ),
        )
        .filter((document): document is HtmlDocument => document.kind === 'html')
      const distinct = [
        ...new Map(documents.map((document) => [JSON.stringify(document), document])).values(),
      ]
      const fresh = new Map<HtmlDocument, Buffer>()
      for (const document of distinct) fresh.set(document, await draw(document))
      // Ordered by a multiplicative congruence: every document once, neighbours far apart.
      const step = 37
      expect(distinct.length % step).not.toBe(0)
      for (const round of [0, 1]) {
        for (let index = 0; index < distinct.length; index++) {
          const document = distinct[(index * step + round) % distinct.length]!
          const png = await draw(document, 'one account')
          expect(png.equals(fresh.get(document) ?? Buffer.alloc(0))).toBe(true)
        }
      }
    },
    900_000,
  )
})
