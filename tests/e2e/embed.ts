import { readFileSync, statSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { postEmail } from '@pas/testing/post-email'
import { testVariable } from '@pas/testing/test-environment'
import { until } from '@pas/testing/until'
import axe from 'axe-core'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright'
import { Agent, fetch } from 'undici'
import { api, certificate, services } from './partner-stack'

const kitFile = path.resolve(__dirname, '../../examples/embed/pas-previews.js')
/** A PNG of one pixel: the partner's own picture for previews that there are not. */
const ownPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const names = { CHROMEGMAILNEW: { name: 'Gmail', platform: 'Chrome' }, PLAINTEXT: 'Text <b>only</b>' }

/** A partner's page with the element, under a policy without inline code. */
describe('the embed kit, in a partner’s page', () => {
  let browser: Browser
  let partner: https.Server
  let partnerUrl: string
  let guid: string
  let body = ''
  const asked: string[] = []

  beforeAll(async () => {
    // Not Playwright's `ignoreHTTPSErrors`, which fails when many connections are opened at once.
    browser = await chromium.launch({
      executablePath: testVariable('CHROMIUM_PATH'),
      chromiumSandbox: false,
      args: ['--ignore-certificate-errors'],
    })
    partner = https.createServer(
      { cert: readFileSync(certificate.certFile), key: readFileSync(certificate.keyFile) },
      ({ url = '' }, response) => {
        if (url === '/kit.js')
          response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync(kitFile))
        else if (url === '/none.png') response.writeHead(200, { 'Content-Type': 'image/png' }).end(ownPicture)
        else
          response
            .writeHead(200, {
              'Content-Type': 'text/html; charset=utf-8',
              'Content-Security-Policy': "default-src 'none'; script-src 'self'; img-src https: data:",
            })
            .end(
              `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
              <title>A partner</title><link rel="icon" href="data:,"><script type="module" src="/kit.js"></script><main><h1>Previews</h1>${body}</main></html>`,
            )
      },
    )
    await new Promise<void>((resolve) => {
      partner.listen(0, 'localhost', resolve)
    })
    partnerUrl = `https://localhost:${(partner.address() as AddressInfo).port}`
    const dispatcher = new Agent({ connect: { ca: readFileSync(certificate.caFile) } })
    const email = { html_text: '<h1>Hello</h1>', plain_text: 'Hello' }
    guid = await postEmail(`${api.url}/v1`, services.apiKey, email, dispatcher)
    await dispatcher.close()
  })
  afterAll(async () => {
    await browser?.close()
    partner?.close()
    partner?.closeAllConnections()
  })

  /** Opens the partner's page with this body; records which previews it asks for, and fails on a broken policy. */
  async function open(html: string, options: BrowserContextOptions = {}): Promise<Page> {
    body = html
    asked.length = 0
    const context = await browser.newContext(options)
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    page.on('request', (request) => {
      if (request.url().startsWith(api.url)) asked.push(request.url().slice(api.url.length))
    })
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) asked.push(message.text())
    })
    await page.goto(partnerUrl)
    return page
  }
  /** The width of each picture of the element, 0 until it is there. */
  const widthsIn = (page: Page): Promise<number[]> =>
    page.evaluate<number[]>(`
      [...document.querySelector('pas-previews').shadowRoot.querySelectorAll('img')].map(({ naturalWidth }) => naturalWidth)`)
  const element = (attributes: string, content = ''): string =>
    `<pas-previews src="${api.url}/v1/" ${attributes}>${content}</pas-previews>`
  const escaped = (value: unknown): string =>
    JSON.stringify(value).replaceAll('"', '&quot;').replaceAll('<', '&lt;')

  it('is one file of at most 5 KB, which imports nothing', () => {
    expect(statSync(kitFile).size).toBeLessThanOrEqual(5_000)
    expect(readFileSync(kitFile, 'utf8')).not.toMatch(/\bimport\b|\bfetch\(|innerHTML|style=/)
  })

  it.each(['light', 'dark'] as const)(
    'shows the pictures as they come, named, in %s colours, and axe finds no fault',
    async (colorScheme) => {
      const page = await open(
        element(`guid="${guid}" clients="CHROMEGMAILNEW, plaintext" names="${escaped(names)}"`),
        { colorScheme, viewport: { width: 390, height: 800 } },
      )
      await until('both pictures are seen', async () => {
        const widths = await widthsIn(page)
        return [widths.length === 2 && widths.every((width) => width === 450), widths]
      })
      expect(await page.locator('pas-previews [aria-busy=true]').count()).toBe(0)
      expect(await page.locator('pas-previews .name').allTextContents()).toEqual([
        'Gmail (Chrome)',
        'Text <b>only</b>',
      ])
      expect(asked.filter((path) => path.includes('thumb450')).sort()).toEqual([
        `/v1/emails/${guid}/previews/CHROMEGMAILNEW/thumb450`,
        `/v1/emails/${guid}/previews/PLAINTEXT/thumb450`,
      ])
      expect(asked.filter((path) => /policy/i.test(path))).toEqual([])

      await page.keyboard.press('Tab')
      const [opened] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
      await opened.waitForURL('**/full.png')
      await opened.close()

      // By the browser's own channel, which the page's policy does not limit.
      await page
        .context()
        .newCDPSession(page)
        .then((cdp) => cdp.send('Page.setBypassCSP', { enabled: true }))
      await page.reload()
      await page.evaluate(axe.source)
      const { violations } = await page.evaluate<{ violations: { id: string }[] }>(
        `axe.run('pas-previews', { resultTypes: ['violations'] })`,
      )
      expect(violations.map(({ id }) => id)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      await page.context().close()
    },
  )

  it('shows all pictures in one scale, but phones held upright in a larger one', async () => {
    const widths = { CHROMEGMAILNEW: { width: 1_040 }, PLAINTEXT: { width: 333 }, OL2016: 'Outlook' }
    const page = await open(
      element(`guid="${guid}" clients="CHROMEGMAILNEW,PLAINTEXT,OL2016" names="${escaped(widths)}"`),
    )
    await until('the pictures are seen', async () => (await widthsIn(page)).every((width) => width > 0))
    const shares = await page.evaluate<number[]>(`
      [...document.querySelector('pas-previews').shadowRoot.querySelectorAll('img')].map((image) =>
        Math.round((100 * image.getBoundingClientRect().width) / image.parentElement.clientWidth))`)
    expect(shares).toEqual([78, 76, 100])
    await page.context().close()
  })

  it('has the catalogue’s names on the page that npm start shows', async () => {
    const page = readFileSync(path.join(path.dirname(kitFile), 'index.html'), 'utf8')
    const [, json = ''] = /<script type="application\/json">([^]*?)<\/script>/.exec(page) ?? []
    const named = JSON.parse(json) as Record<string, { name: string; platform: string }>
    const dispatcher = new Agent({ connect: { ca: readFileSync(certificate.caFile) } })
    const answer = await fetch(`${api.url}/v1/clients/configurations`, { dispatcher })
    const catalogue = (await answer.json()) as typeof named
    for (const [code, { name, platform }] of Object.entries(named))
      expect(catalogue[code]).toMatchObject({ name, platform })
    await dispatcher.close()
  })

  it('shows a skeleton until a picture comes, and takes the names from a script that holds data', async () => {
    const json = `<script type="application/json">${JSON.stringify({ W3M: { name: 'w3m' } })}</script>`
    const page = await open(element(`guid="${guid}" clients="CHROMEYAHOO,W3M"`, json))
    // Read in the same task that draws the element, in which no picture can have come.
    const busy = await page.evaluate<number>(`{
      const previews = document.querySelector('pas-previews')
      previews.setAttribute('clients', 'CHROMEYAHOO,W3M,LYNX')
      previews.shadowRoot.querySelectorAll('[aria-busy=true]').length
    }`)
    expect(busy).toBe(3)
    expect(await page.locator('pas-previews .name').allTextContents()).toEqual(['CHROMEYAHOO', 'w3m', 'LYNX'])
    await page.context().close()
  })

  it('says a failure in one sentence, and tries again by keyboard', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    const texts = 'failed="Gerade nicht da." retry="Noch einmal"'
    const page = await open(element(`guid="${unknown}" clients="PLAINTEXT" ${texts}`))
    await page.getByText('Gerade nicht da.').waitFor()
    expect(asked).toHaveLength(1)
    await page.evaluate(`document.querySelector('pas-previews').shadowRoot.querySelector('button').focus()`)
    await page.keyboard.press('Enter')
    await until('it asks again', () => asked.length === 2)
    await page.getByRole('button', { name: 'Noch einmal: PLAINTEXT' }).waitFor()
    await page.context().close()
  })

  it('shows the partner’s own picture instead, when it names one', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    const page = await open(
      element(`guid="${unknown}" clients="PLAINTEXT" fallback-url="${partnerUrl}/none.png"`),
    )
    await until('the own picture is seen', async () => {
      const widths = await widthsIn(page)
      return [widths.join() === '1', widths]
    })
    await page.context().close()
  })

  it.each([
    ['src="javascript:alert(1)"', 'src must be'],
    ['src="http://api.example.com/v1"', 'src must be'],
    ['src="https://user@api.example.com/v1"', 'src must be'],
    ['src="https://api.example.com/v1?x"', 'src must be'],
    ['guid="../../x"', 'guid must be'],
    ['clients=""', 'clients must be'],
    ['clients="OL2016/../x"', 'clients must be'],
    ['names="{"', 'names must be JSON'],
    ['fallback-url="http://x.example/a.png"', 'fallback-url must be'],
  ])('asks for nothing with %s, and says why', async (attribute, sentence) => {
    const [name = ''] = attribute.split('=')
    const right = [`src="${api.url}/v1"`, `guid="${guid}"`, 'clients="PLAINTEXT"']
    const attributes = [...right.filter((one) => !one.startsWith(`${name}=`)), attribute]
    const page = await open(`<pas-previews ${attributes.join(' ')}></pas-previews>`)
    await page.getByRole('alert').getByText(`pas-previews: ${sentence}`).waitFor()
    expect(asked).toEqual([])
    await page.context().close()
  })
})
