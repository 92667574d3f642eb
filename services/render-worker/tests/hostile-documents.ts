import { startConnectionCounter, type ConnectionCounter } from '@pas/testing/connection-counter'
import { sharedEngine } from './shared-engine'
import { pixel, type TestChromium } from './test-chromium'

const lime = '#00ff00'

describe('a hostile document', () => {
  let chromium: TestChromium
  let canary: ConnectionCounter
  beforeAll(async () => {
    chromium = await sharedEngine('chromium')
    canary = await startConnectionCounter()
  })
  afterAll(() => canary.close())

  it('reaches nothing on the network, whichever element it uses', async () => {
    const http = `http://127.0.0.1:${canary.port}`
    const picture = await chromium.draw(`<head>
      <link rel="stylesheet" href="${http}/1"><link rel="prefetch" href="${http}/2"><link rel="preconnect" href="${http}"><link rel="dns-prefetch" href="//canary.test">
      <link rel="preload" as="image" href="${http}/3"><link rel="prerender" href="${http}/4"><link rel="icon" href="${http}/5"><link rel="manifest" href="${http}/6">
      <link rel="modulepreload" href="${http}/7"><meta http-equiv="refresh" content="0;url=${http}/8"><script src="${http}/9"></script>
      <script type="speculationrules">{"prefetch":[{"source":"list","urls":["${http}/10"]}]}</script>
      <style>@import "${http}/11"; @font-face{font-family:x;src:url(${http}/12)} body{font-family:x;background:#0f0 url(${http}/13);cursor:url(${http}/14),auto;margin:0}</style></head>
      <body onload="fetch('${http}/15')" background="${http}/16"><div style="height:30px"></div>
      <img src="${http}/17"><img srcset="${http}/18 1x"><picture><source srcset="${http}/19"><img src="${http}/20"></picture>
      <iframe src="${http}/21"></iframe><iframe srcdoc="<img src='${http}/22'><meta http-equiv='refresh' content='0;url=${http}/23'>"></iframe>
      <object data="${http}/24"></object><embed src="${http}/25"><video autoplay poster="${http}/26" src="${http}/27"></video><audio autoplay src="${http}/28"></audio>
      <input type="image" src="${http}/29"><table background="${http}/30"><tr><td>x</td></tr></table>
      <svg><image href="${http}/31"/><use href="${http}/32#a"/><filter id="f"><feImage href="${http}/33"/></filter></svg>
      <form action="${http}/34"><input autofocus onfocus="this.form.submit()"></form><a ping="${http}/35" href="${http}/36">x</a>
      <script>new WebSocket('ws://127.0.0.1:${canary.port}/37')</script><img src="http://[::1]:${canary.port}/38"><img src="http://localhost.:${canary.port}/39">
      <img src="http://2130706433:${canary.port}/40"><img src="https://127.0.0.1:${canary.port}/41"><img src="ftp://127.0.0.1:${canary.port}/42">`)
    expect(canary.connections).toBe(0)
    expect(await pixel(picture, 590, 10)).toBe(lime)
  })

  it('is drawn although its SVG uses a part of another document', async () => {
    for (const address of ['icons.svg#a', 'http://assets.invalid/missing#a']) {
      const picture = await chromium.draw(
        `<body style="margin:0;background:#0f0"><svg width="9" height="9"><use href="${address}"/></svg>`,
      )
      expect(await pixel(picture, 300, 5)).toBe(lime)
    }
  })

  it('reads no file of the machine', async () => {
    const picture = await chromium.draw(
      '<body style="margin:0;background:#0f0"><iframe src="file:///etc/passwd" width="600" height="300" frameborder="0"></iframe>',
    )
    expect(await pixel(picture, 10, 10)).toBe(lime)
  })

  it('runs no script, and shows its noscript content', async () => {
    const picture = await chromium.draw(
      `<body style="margin:0"><noscript><div style="height:100px;background:#0f0"></div></noscript>
      <script>document.body.innerHTML = ''</script><img src="x" onerror="document.body.innerHTML=''"><svg onload="document.body.innerHTML=''"></svg>
      <a autofocus tabindex="0" onfocus="document.body.innerHTML=''"></a>`,
    )
    expect(await pixel(picture, 300, 50)).toBe(lime)
  })

  it.each([
    'http://evil.test/',
    'about:blank',
    'data:text/html,gone',
    'http://assets.invalid/blank',
    'javascript:1',
  ])('stays where it is when it wants to refresh to %s', async (address) => {
    // Many images keep the document loading until long after the refresh is due.
    const images = '<img src="http://assets.invalid/missing">'.repeat(200)
    const picture = await chromium.draw(
      `<meta http-equiv="refresh" content="0;url=${address}"><body style="margin:0;background:#0f0"><div style="height:1000px"></div>${images}`,
    )
    expect(picture.height).toBeGreaterThan(1_000)
    expect(await pixel(picture, 300, 500)).toBe(lime)
  })

  it('leaves nothing behind that the next document could find', async () => {
    const asked: string[] = []
    const body = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')
    const served = () => ({
      id: 'cached',
      contentType: 'image/svg+xml',
      get body() {
        asked.push('cached')
        return Promise.resolve(body)
      },
    })
    chromium.assetOrigin.serve([served()])
    const html = `<meta http-equiv="set-cookie" content="a=b"><style>a{color:#0f0;background:#0f0}a:visited{color:#f00;background:#f00}</style>
      <img src="http://assets.invalid/cached"><a href="http://assets.invalid/blank" style="display:block;height:100px">x</a>`
    const first = await chromium.draw(html)
    const second = await chromium.draw(html)
    expect(asked).toHaveLength(2)
    expect(await pixel(second, 590, 60)).toBe(lime)
    expect(second.png.equals(first.png)).toBe(true)
  })
})
