import { startConnectionCounter } from '@pas/testing/connection-counter'
import { describeWithEngine } from '@pas/testing/engines-found'
import sharp from 'sharp'
import { describeMirrorImages } from './mirror-images'
import { describeScripts } from './scripts-of-the-world'
import { sharedEngine } from './shared-engine'
import { pixel } from './test-chromium'
import { desktopFrame, startTestEngine, watchedAsset, type TestEngine } from './test-engine'

describeMirrorImages('firefox')
describeScripts('firefox')

const lime = '#00ff00'
const red = '#ff0000'
const green = '<body style="margin:0;background:#0f0">'

describeWithEngine('firefox', 'Firefox draws', () => {
  let firefox: TestEngine
  beforeAll(async () => {
    firefox = await sharedEngine('firefox')
  })

  it('the whole page, in device pixels, and names its version', async () => {
    const html = `${green}<div style="width:50vw;height:50vh;background:#f00"></div><div style="height:1000px"></div>`
    const picture = await firefox.draw(html, { frame: { ...desktopFrame, deviceScaleFactor: 2 } })
    expect(picture).toMatchObject({ width: 1200, height: 2400, truncated: false })
    expect(await pixel(picture, 590, 390)).toBe(red)
    expect(await pixel(picture, 610, 390)).toBe(lime)
    expect(await pixel(picture, 590, 410)).toBe(lime)
    expect(firefox.engine.version).toMatch(/^Firefox\/\d+\.\d/)
  })

  it('a page with an element that has only the name of a drawing', async () => {
    const picture = await firefox.draw(`${green}<math><svg></svg></math>`)
    expect(await pixel(picture, 300, 200)).toBe(lime)
  })

  it('an element alone, zoomed out until its content fits', async () => {
    const html = `${green}<div style="height:100px"></div><div id="mail" style="margin:0 50.5px;background:#fff">
      <div style="width:998px;height:200px;background:linear-gradient(90deg,#f00 50%,#00f 50%)"></div></div>`
    const part = await firefox.draw(html, { captureSelector: '#mail' })
    expect(part).toMatchObject({ width: 500, height: 200 })
    expect(await pixel(part, 490, 100)).toBe(red)
    const wide = `${green}<div id="mail"><div style="width:1200px;height:200px;background:linear-gradient(90deg,#f00 50%,#00f 50%)">`
    const zoomed = await firefox.draw(wide, { captureSelector: '#mail', tooWide: 'scaled' })
    expect(zoomed).toMatchObject({ width: 600, height: 100 })
    expect(await pixel(zoomed, 290, 50)).toBe(red)
    expect(await pixel(zoomed, 310, 50)).toBe('#0000ff')
  })

  it('light and dark from one process, also the colours that a page leaves to the browser', async () => {
    const html =
      '<html style="color-scheme:light dark"><style>@media (prefers-color-scheme:dark){i{background:#0f0}}</style><i style="display:block;height:50px">'
    const dark = await firefox.draw(html, { frame: { ...desktopFrame, colorScheme: 'dark' } })
    expect(await pixel(dark, 300, 20)).toBe(lime)
    expect(parseInt((await pixel(dark, 300, 300)).slice(1), 16)).toBeLessThan(0x404040)
    const light = await firefox.draw(html)
    expect(await pixel(light, 300, 20)).toBe('#ffffff')
    expect(await pixel(light, 300, 300)).toBe('#ffffff')
  })

  it('for the width of its frame, two at once', async () => {
    const html = `<style>body{margin:0;background:#f00}@media (max-width:360px){body{background:#0f0}}</style>`
    const [narrow, wide] = await Promise.all([
      firefox.draw(html, {
        frame: { ...desktopFrame, width: 360, height: 640, deviceScaleFactor: 3, mobile: true },
      }),
      firefox.draw(html, { frame: { ...desktopFrame, width: 1366, height: 768 } }),
    ])
    expect(narrow).toMatchObject({ width: 1080, height: 1920 })
    expect(wide).toMatchObject({ width: 1366, height: 768 })
    expect(await pixel(narrow, 10, 10)).toBe(lime)
    expect(await pixel(wide, 10, 10)).toBe(red)
  })

  it('for a reader like nearly all: motion, normal contrast, a light theme, a mouse and a screen', async () => {
    const query =
      '(prefers-reduced-motion:no-preference) and (prefers-contrast:no-preference) and (prefers-color-scheme:light) and ' +
      '(update:fast) and (hover:hover) and (any-hover:hover) and (pointer:fine) and (any-pointer:fine)'
    const picture = await firefox.draw(`<style>@media ${query}{body{background:#00f}}</style>`)
    expect(await pixel(picture, 10, 10)).toBe('#0000ff')
  })

  it('text in the fonts it was given', async () => {
    const html = `${green}<span style="font:100px Arial;background:#f00">iiiiMMMM</span>`
    const { data, info } = await sharp((await firefox.draw(html)).png)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const row = [...Array(info.width).keys()].map((x) => data.subarray((50 * info.width + x) * info.channels))
    // Liberation Sans has Arial's widths: four letters of 22.2 px and four of 83.3 px; a box for a missing letter has
    // another.
    const end = row.findIndex((rest) => rest[1] === 255 && rest[0] === 0)
    expect(end).toBeGreaterThan(418)
    expect(end).toBeLessThan(426)
  })

  it('500 images of the asset origin, also those below the window and those with loading=lazy', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: lime } })
      .png()
      .toBuffer()
    const assets = [...Array(500).keys()].map((index) => watchedAsset(`image-${index}`, 'image/png', png))
    const serving = firefox.assetOrigin.serve(assets.map(({ asset }) => asset))
    const images = assets.map(
      ({ asset }) =>
        `<img loading="lazy" src="http://assets.invalid/${asset.id}" style="display:block;height:16px;width:600px">`,
    )
    const picture = await firefox.draw(`<body style="margin:0;background:#f00">${images.join('')}`)
    serving.release()
    expect(assets.filter(({ requests }) => requests() === 0)).toEqual([])
    expect(picture.height).toBe(8_000)
    for (const y of [0, 4_000, 7_999]) expect(await pixel(picture, 300, y)).toBe(lime)
  })

  it('finite animations at their end, endless ones at their start, GIFs on their first frame', async () => {
    const gif = await sharp(
      [red, lime].map((background) => ({
        create: { width: 50, height: 50, channels: 3 as const, background },
      })) as never,
      {
        join: { animated: true },
      },
    )
      .gif({ delay: [20, 20], loop: 1 })
      .toBuffer()
    const picture =
      await firefox.draw(`${green}<style>@keyframes a{from{background:#f00}to{background:#00f}}div{height:50px}</style>
      <div style="animation:a 9s forwards"></div><div style="animation:a 9s infinite"></div><img src="data:image/gif;base64,${gif.toString('base64')}">`)
    expect(await pixel(picture, 20, 25)).toBe('#0000ff')
    expect(await pixel(picture, 20, 75)).toBe(red)
    expect(await pixel(picture, 20, 125)).toBe(red)
  })

  it.each([
    ['', 400, false],
    [`${green}<div style="height:20000px">`, 16_384, true],
  ])('%.30s, as high as pictures may be', async (html, height, truncated) => {
    expect(await firefox.draw(html)).toMatchObject({ width: 600, height, truncated })
  })

  it('nothing but HTML', async () => {
    await expect(firefox.drawMessage('x')).rejects.toMatchObject({ kind: 'unsupported_document' })
  })

  it('the same bytes again, and after a new start', async () => {
    const html = `<h1>Hello</h1><p style="font-family:Georgia">text <b>bold</b> 🎉</p><input autofocus value="x"><img src="missing">`
    const first = await firefox.draw(html)
    const again = await firefox.draw(html)
    const other = await startTestEngine('firefox')
    try {
      const later = await other.draw(html)
      expect([again.png.equals(first.png), later.png.equals(first.png)]).toEqual([true, true])
    } finally {
      await other.close()
    }
  })

  it('a hostile document without a connection, a script or a way out', async () => {
    const canary = await startConnectionCounter()
    const { port } = canary
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '2130706433', 'localhost.'].map(
      (host) => `http://${host}:${port}`,
    )
    const hostile = hosts.map(
      (
        http,
      ) => `<link rel="stylesheet" href="${http}/1"><link rel="prefetch" href="${http}/2"><link rel="preconnect" href="${http}"><link rel="dns-prefetch" href="${http}">
      <link rel="preload" as="image" href="${http}/3"><link rel="icon" href="${http}/4"><meta http-equiv="refresh" content="0;url=${http}/5"><script src="${http}/6"></script>
      <style>@import "${http}/7";@font-face{font-family:x;src:url(${http}/8)}p{font-family:x;background:url(${http}/9)}</style><p>x</p><img src="${http}/10" srcset="${http}/11 2x">
      <iframe src="${http}/12"></iframe><iframe srcdoc="<img src='${http}/13'>"></iframe><object data="${http}/14"></object><embed src="${http}/15"><video autoplay src="${http}/16" poster="${http}/17"></video>
      <form action="${http}/18"><input autofocus onfocus="this.form.submit()" type="image" src="${http}/19"></form><svg><image href="${http}/20"/><use href="${http}/21#a"/></svg>
      <img src="file:///etc/passwd"><iframe src="file:///etc/passwd"></iframe><img src="https${http.slice(4)}/22"><img src="ws${http.slice(4)}/23">`,
    )
    const picture = await firefox.draw(
      `${green}<div style="height:40px"></div>${hostile.join('')}<script>document.body.style.background='#f00'</script><img src="x" onerror="document.body.style.background='#f00'">`,
    )
    expect(await pixel(picture, 590, 10)).toBe(lime)
    expect(canary.connections).toBe(0)
    await canary.close()
  })

  it('a document that refreshes to another address, without following it', async () => {
    const images = '<img src="http://assets.invalid/missing">'.repeat(200)
    for (const address of ['http://assets.invalid/blank', 'about:blank', 'data:text/html,gone']) {
      const picture = await firefox.draw(
        `<meta http-equiv="refresh" content="0;url=${address}">${green}${images}`,
      )
      expect(await pixel(picture, 599, 399)).toBe(lime)
    }
  })
})
