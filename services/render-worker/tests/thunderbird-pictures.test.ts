import { mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { startConnectionCounter } from '@pas/testing/connection-counter'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeWithEngine } from '@pas/testing/engines-found'
import { processesInGroups } from '@pas/testing/processes'
import sharp from 'sharp'
import { describeMirrorImages } from './mirror-images'
import { describeScripts } from './scripts-of-the-world'
import { sharedEngine } from './shared-engine'
import { pixel } from './test-chromium'
import { desktopFrame, messageWith, startTestEngine, watchedAsset, type TestEngine } from './test-engine'

describeMirrorImages('thunderbird')
describeScripts('thunderbird')

const lime = '#00ff00'
const red = '#ff0000'
const white = '#ffffff'
const frame = { ...desktopFrame, width: 800, height: 600 }
const green = '<body style="margin:0;background:#0f0">'

const square = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 50, height: 50, channels: 3, background } })
    .png()
    .toBuffer()

/** A message with exactly these lines. */
const raw = (...lines: string[]): Buffer => Buffer.from(`From: a@example.com\r\n${lines.join('\r\n')}\r\n`)

describeWithEngine('thunderbird', 'Thunderbird draws', () => {
  let thunderbird: TestEngine
  beforeAll(async () => {
    thunderbird = await sharedEngine('thunderbird')
  })

  it('the message and nothing around it, in device pixels, and names its version', async () => {
    const html = `${green}<div style="width:400px;height:300px;background:#f00"></div><div style="height:1000px"></div>`
    const picture = await thunderbird.drawMessage(html, { frame: { ...frame, deviceScaleFactor: 2 } })
    expect(picture).toMatchObject({ width: 1600, truncated: false })
    expect(picture.height).toBeGreaterThanOrEqual(2_600)
    expect(await pixel(picture, 2, 2)).toBe(red)
    expect(await pixel(picture, 790, 590)).toBe(red)
    expect(await pixel(picture, 810, 590)).toBe(lime)
    expect(thunderbird.engine.version).toMatch(/^Thunderbird\/\d+\.\d/)
  })

  it('for the width of its frame, two at once', async () => {
    const half = '<div style="width:50%;height:50px;background:#f00">'
    const [narrow, wide] = await Promise.all([
      thunderbird.drawMessage(green + half, { frame: { ...frame, width: 700 } }),
      thunderbird.drawMessage(green + half, { frame: { ...frame, width: 1000 } }),
    ])
    expect([narrow.width, wide.width]).toEqual([700, 1000])
    expect([await pixel(narrow, 345, 10), await pixel(narrow, 355, 10)]).toEqual([red, lime])
    expect([await pixel(wide, 495, 10), await pixel(wide, 505, 10)]).toEqual([red, lime])
  })

  it('a light message darkened, in its dark theme', async () => {
    const html = '<body bgcolor="#ffffff"><p style="color:#000">text</p>'
    const dark = await thunderbird.drawMessage(html, { frame: { ...frame, colorScheme: 'dark' } })
    expect(parseInt((await pixel(dark, 400, 100)).slice(1), 16)).toBeLessThan(0x404040)
    expect(await pixel(await thunderbird.drawMessage(html, { frame }), 400, 100)).toBe(white)
  })

  it('remote images when they are allowed, and only then, whatever the last message was', async () => {
    const image = watchedAsset('picture', 'image/png', await square(lime))
    const serving = thunderbird.assetOrigin.serve([image.asset])
    const html = '<body style="margin:0"><img src="http://assets.invalid/picture" style="display:block">'
    const seen: string[] = []
    const requests: number[] = []
    for (const images of ['blocked', 'allowed', 'blocked', 'allowed'] as const) {
      seen.push(await pixel(await thunderbird.drawMessage(html, { frame, images }), 25, 25))
      requests.push(image.requests())
    }
    serving.release()
    expect(seen).toEqual([white, lime, white, lime])
    expect(requests).toEqual([0, 1, 1, 2])
  })

  it('500 images', async () => {
    const png = await square(lime)
    const assets = [...Array(500).keys()].map((index) => watchedAsset(`image-${index}`, 'image/png', png))
    const serving = thunderbird.assetOrigin.serve(assets.map(({ asset }) => asset))
    const images = assets.map(
      ({ asset }) =>
        `<img loading="lazy" src="http://assets.invalid/${asset.id}" style="display:block;height:16px;width:600px">`,
    )
    const picture = await thunderbird.drawMessage(
      `<body style="margin:0;background:#f00">${images.join('')}`,
      { frame },
    )
    serving.release()
    expect(assets.filter(({ requests }) => requests() === 0)).toEqual([])
    for (const y of [0, 4_000, 7_990]) expect(await pixel(picture, 300, y)).toBe(lime)
  })

  it('images that are parts of the message, also when remote images are blocked', async () => {
    const source = raw(
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; boundary=b',
      '',
      '--b',
      'Content-Type: text/html',
      '',
      '<body style="margin:0"><img src="cid:one" style="display:block">',
      '--b',
      'Content-Type: image/png',
      'Content-ID: <one>',
      'Content-Transfer-Encoding: base64',
      '',
      (await square(lime)).toString('base64'),
      '--b--',
    )
    const picture = await thunderbird.drawMessage('', { source, frame, images: 'blocked' })
    expect(await pixel(picture, 25, 25)).toBe(lime)
  })

  it('below the message the bar that lists its attachments, and none without', async () => {
    const mixed = (...attachment: string[]): Buffer =>
      raw('MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/html', '', green, ...attachment, '--b--')
    const file = ['--b', 'Content-Type: application/zip; name=a.zip', 'Content-Disposition: attachment', '', 'PK']
    const [without, withBar] = [
      await thunderbird.drawMessage('', { source: mixed(), frame }),
      await thunderbird.drawMessage('', { source: mixed(...file), frame }),
    ]
    // The bar makes the message's pane lower.
    expect(withBar.height).toBe(without.height)
    expect(await pixel(without, 400, without.height - 5)).toBe(lime)
    expect(await pixel(withBar, 400, withBar.height - 60)).toBe(lime)
    expect(await pixel(withBar, 400, withBar.height - 5)).not.toBe(lime)
  }) // prettier-ignore

  it.each([
    ['of plain text', raw('Subject: x', 'Content-Type: text/plain', '', 'Hello *there*')],
    ['of nothing', raw('Subject: x', '', '')],
    ['with an empty HTML part', messageWith('')],
    [
      'of parts without an end',
      raw(
        'MIME-Version: 1.0',
        'Content-Type: multipart/alternative; boundary=b',
        '',
        '--b',
        'Content-Type: text/html',
        '',
        '<p>x',
      ),
    ],
    [
      'of parts without a boundary',
      raw('MIME-Version: 1.0', 'Content-Type: multipart/mixed', '', '--b', '', 'x'),
    ],
    ['that is no message', Buffer.from([0, 255, 254, 0, 13, 10, 128, 7])],
  ])('a message %s', async (_what, source) => {
    expect(await thunderbird.drawMessage('', { source, frame })).toMatchObject({
      width: 800,
      truncated: false,
    })
  })

  it('a high message as high as pictures may be', async () => {
    const picture = await thunderbird.drawMessage(`${green}<div style="height:20000px">`, { frame })
    expect(picture).toMatchObject({ width: 800, height: 16_384, truncated: true })
    expect(await pixel(picture, 400, 16_383)).toBe(lime)
  })

  it('nothing but messages', async () => {
    await expect(thunderbird.draw('x')).rejects.toMatchObject({ kind: 'unsupported_document' })
  })

  it('the same bytes every time, after another message and after a new start', async () => {
    const html = `<h1>Hello</h1><p style="font-family:Georgia">text <b>bold</b> 🎉</p><img src="missing">`
    const first = await thunderbird.drawMessage(html, { frame })
    await thunderbird.drawMessage(`<style>p{color:red}</style>${green}`, { frame, images: 'blocked' })
    const again = await thunderbird.drawMessage(html, { frame })
    const other = await startTestEngine('thunderbird')
    try {
      const later = await other.drawMessage(html, { frame })
      expect([again.png.equals(first.png), later.png.equals(first.png)]).toEqual([true, true])
    } finally {
      await other.close()
    }
  })

  it('a hostile message without a connection, a script or a file of the machine', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'pas-test-'))
    writeFileSync(path.join(folder, 'red.png'), await square(red))
    const canary = await startConnectionCounter()
    const { port } = canary
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '2130706433', 'localhost.'].map(
      (host) => `http://${host}:${port}`,
    )
    const hostile = hosts.map(
      (
        http,
      ) => `<link rel="stylesheet" href="${http}/1"><link rel="prefetch" href="${http}/2"><link rel="preconnect" href="${http}"><link rel="dns-prefetch" href="${http}">
      <link rel="icon" href="${http}/4"><meta http-equiv="refresh" content="0;url=${http}/5"><script src="${http}/6"></script>
      <style>@import "${http}/7";@font-face{font-family:x;src:url(${http}/8)}p{font-family:x;background:url(${http}/9)}</style><p>x</p><img src="${http}/10" srcset="${http}/11 2x">
      <iframe src="${http}/12"></iframe><iframe srcdoc="<img src='${http}/13'>"></iframe><object data="${http}/14"></object><embed src="${http}/15"><video autoplay src="${http}/16" poster="${http}/17"></video>
      <form action="${http}/18"><input autofocus onfocus="this.form.submit()" type="image" src="${http}/19"></form><svg><image href="${http}/20"/><use href="${http}/21#a"/></svg>
      <img src="https${http.slice(4)}/22"><img src="ftp${http.slice(4)}/23">`,
    )
    const file = `file://${folder}/red.png`
    const html = `${green}<div style="height:50px;width:50px;background:#0f0 url(${file})"></div><img src="${file}" style="display:block;position:absolute;left:100px;top:0">
      <iframe src="${file}" style="position:absolute;left:200px;top:0;border:0"></iframe>${hostile.join('')}<script>document.body.style.background='#f00'</script><img src="x" onerror="document.body.style.background='#f00'">`
    try {
      for (const images of ['allowed', 'blocked'] as const) {
        const picture = await thunderbird.drawMessage(html, { frame, images })
        for (const x of [5, 25, 125, 225, 790]) expect(await pixel(picture, x, 25)).not.toBe(red)
        expect(await pixel(picture, 790, 25)).toBe(lime)
      }
      expect(canary.connections).toBe(0)
      // These were requested, and the asset origin refused them.
      expect(thunderbird.refusals()).toBeGreaterThan(0)
    } finally {
      await canary.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('messages in a namespace in which it sees its own processes only', () => {
    const namespaceOf = (pid: number | 'self'): string => readlinkSync(`/proc/${pid}/ns/pid`)
    const programs = processesInGroups(thunderbird.engine.processGroupIds).filter(
      ({ pid }) => path.basename(readlinkSync(`/proc/${pid}/exe`)) === 'thunderbird-bin',
    )
    expect(programs.length).toBeGreaterThan(0)
    for (const { pid } of programs) expect(namespaceOf(pid)).not.toBe(namespaceOf('self'))
  })

  it('a message that refreshes to another address, without following it', async () => {
    const picture = await thunderbird.drawMessage(
      `<meta http-equiv="refresh" content="0;url=data:text/html,gone">${green}${'<img src="http://assets.invalid/missing">'.repeat(200)}`,
      { frame },
    )
    expect(await pixel(picture, 799, 300)).toBe(lime)
  })
})
