import { startConnectionCounter, type ConnectionCounter } from '@pas/testing/connection-counter'
import { describeWithEngine } from '@pas/testing/engines-found'
import { sharedEngine } from './shared-engine'
import { pixel } from './test-chromium'
import type { TestEngine } from './test-engine'

const lime = '#00ff00'
const limePage = '<body style="margin:0;background:#0f0">'

describeWithEngine('webkit', 'a hostile document in WebKit', () => {
  let webkit: TestEngine
  let canary: ConnectionCounter
  beforeAll(async () => {
    canary = await startConnectionCounter()
    webkit = await sharedEngine('webkit')
  })
  afterAll(() => canary.close())

  it('reaches nothing on the network, whichever element it uses', async () => {
    const picture = await webkit.draw(
      ['127.0.0.1', 'localhost', '[::1]'].map((host) => referencesTo(`${host}:${canary.port}`)).join(''),
    )
    expect(canary.connections).toBe(0)
    expect(await pixel(picture, 590, 10)).toBe(lime)
  })

  it('reads no file of the machine', async () => {
    const picture = await webkit.draw(
      `${limePage}<iframe src="file:///etc/passwd" width="600" height="200" frameborder="0"></iframe><object data="file:///etc/passwd" width="600" height="200"></object>`,
    )
    expect(await pixel(picture, 10, 10)).toBe(lime)
    expect(await pixel(picture, 10, 210)).toBe(lime)
  })

  it('runs no script, not even in place of functions that our own script calls, and shows its noscript content', async () => {
    const picture = await webkit.draw(
      `<body style="margin:0" onload="document.body.innerHTML=''"><noscript><div style="height:100px;background:#0f0"></div></noscript>
      <script>document.body.innerHTML = ''; Element.prototype.getBoundingClientRect = null</script><img src="x" onerror="document.body.innerHTML=''"><svg onload="document.body.innerHTML=''"></svg>
      <a autofocus tabindex="0" onfocus="document.body.innerHTML=''"></a><img name="scrollingElement"><img name="body"><form name="querySelector"></form>
      <iframe srcdoc="<script>parent.document.body.innerHTML=''</script>"></iframe><div id="m" style="height:50px;background:#f00">`,
    )
    expect(await pixel(picture, 300, 50)).toBe(lime)
  })

  it.each([
    'http://evil.test/',
    'about:blank',
    'data:text/html,gone',
    'http://assets.invalid/blank',
    'javascript:document.write(1)',
    '',
  ])('stays where it is when it wants to refresh to %j', async (address) => {
    const images = '<img src="http://assets.invalid/missing">'.repeat(100)
    const picture = await webkit.draw(
      `<meta http-equiv="refresh" content="0;url=${address}">${limePage}<div style="height:1000px"></div>${images}`,
    )
    expect(picture.height).toBeGreaterThan(1_000)
    expect(await pixel(picture, 300, 500)).toBe(lime)
  })
})

function referencesTo(host: string): string {
  const http = `http://${host}`
  return `<link rel="stylesheet" href="${http}/1"><link rel="prefetch" href="${http}/2"><link rel="preconnect" href="${http}"><link rel="dns-prefetch" href="//canary.test">
    <link rel="preload" as="image" href="${http}/3"><link rel="prerender" href="${http}/4"><link rel="icon" href="${http}/5"><link rel="manifest" href="${http}/6">
    <link rel="modulepreload" href="${http}/7"><meta http-equiv="refresh" content="0;url=${http}/8"><script src="${http}/9"></script>
    <style>@import "${http}/11"; @font-face{font-family:x;src:url(${http}/12)} body{font-family:x;background:#0f0 url(${http}/13);cursor:url(${http}/14),auto;margin:0}</style></head>
    <body onload="fetch('${http}/15')" background="${http}/16"><div style="height:30px"></div>
    <img src="${http}/17"><img srcset="${http}/18 1x"><picture><source srcset="${http}/19"><img src="${http}/20"></picture>
    <iframe src="${http}/21"></iframe><iframe srcdoc="<img src='${http}/22'><meta http-equiv='refresh' content='0;url=${http}/23'>"></iframe>
    <object data="${http}/24"></object><embed src="${http}/25"><video autoplay poster="${http}/26" src="${http}/27"></video><audio autoplay src="${http}/28"></audio>
    <input type="image" src="${http}/29"><table background="${http}/30"><tr><td>x</td></tr></table>
    <svg><image href="${http}/31"/><use href="${http}/32#a"/><filter id="f"><feImage href="${http}/33"/></filter></svg>
    <form action="${http}/34"><input autofocus onfocus="this.form.submit()"></form><a ping="${http}/35" href="${http}/36">x</a>
    <script>new WebSocket('ws://${host}/37')</script><img src="https://${host}/38"><img src="ftp://${host}/39"><iframe src="ftp://${host}/40"></iframe>`
}
