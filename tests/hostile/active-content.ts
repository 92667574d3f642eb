import path from 'node:path'
import { isLongRun } from '@pas/testing/long-run'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { writeFile } from 'node:fs/promises'
import { countPixels, squareOf } from './pictures'
import { stage } from './stage'

/** In the long run an email for each fragment, and one with all; otherwise only the one with all. */
const emailsOf = (fragments: readonly string[]): readonly string[] =>
  isLongRun ? [...fragments, fragments.join('\n')] : [fragments.join('\n')]

const internal = (): string => `http://127.0.0.1:${stage.web.port}`

describe('active content', () => {
  const wipe = "document.body.innerHTML='';document.documentElement.style.filter='invert(1)'"

  it('has no effect: no script, handler, navigation, form, base, service worker or socket', async () => {
    const here = internal()
    const fragments = [
      `<script>${wipe}</script><script type="module">${wipe}</script><script>document.write('<plaintext>')</script>`,
      `<SCRIPT/x>${wipe}</SCRIPT ><scr<script>ipt>${wipe}</script>`,
      `<img src="x" onerror="${wipe}"><img src="${stage.web.url}/green.png" width="0" height="0" onload="${wipe}"><body onload="${wipe}" onpageshow="${wipe}">`,
      `<svg onload="${wipe}"></svg><svg><script>${wipe}</script><set attributeName="onclick" to="${wipe}"/><animate onbegin="${wipe}" attributeName="x" dur="1s"/></svg>`,
      `<svg><a xlink:href="javascript:${wipe}"><animate attributeName="href" values="javascript:${wipe}"/><text>x</text></a></svg>`,
      `<math><maction actiontype="statusline" xlink:href="javascript:${wipe}">x</maction></math>`,
      `<input autofocus onfocus="${wipe}"><details open ontoggle="${wipe}"></details><marquee onstart="${wipe}">x</marquee>`,
      `<style>@keyframes k{from{color:red}}</style><p style="animation:k 1ms" onanimationstart="${wipe}" onanimationend="${wipe}">x</p>`,
      `<a href="javascript:${wipe}">x</a><a href=" java\tscript:${wipe}">x</a><a href="&#106;avascript:${wipe}">x</a><a href="vbscript:x">x</a>`,
      `<iframe src="javascript:${wipe}"></iframe><iframe srcdoc="<script>parent.${wipe}</script>"></iframe><object data="javascript:${wipe}"></object>`,
      `<img src="javascript:${wipe}"><div style="background:url(javascript:${wipe})">x</div><div style="width:expression(${wipe});behavior:url(#x);-moz-binding:url(${here}/x)">x</div>`,
      `<meta http-equiv="refresh" content="0;url=${here}/refresh"><META HTTP-EQUIV=" Refresh " content="0">`,
      `<meta http-equiv="refresh" content="0;url=data:text/html,gone"><meta http-equiv="refresh" content="0;url=javascript:${wipe}">`,
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none';style-src 'none'"><meta name="viewport" content="width=10">`,
      `<base href="${here}/"><img src="based.png"><a href="based">x</a><form action="based"><input type="submit" autofocus></form>`,
      `<form id="f" action="${here}/form"><input name="a" value="b" onfocus="form.submit()" autofocus><isindex></form><button form="f" formaction="${here}/b">x</button>`,
      `<script>navigator.serviceWorker.register('${here}/worker.js')</script><link rel="serviceworker" href="${here}/worker.js">`,
      `<script>new WebSocket('${here.replace('http', 'ws')}/');new EventSource('${here}/');navigator.sendBeacon('${here}/');fetch('${here}/')</script>`,
      `<script>new RTCPeerConnection({iceServers:[{urls:'stun:127.0.0.1:${stage.web.port}'}]}).createDataChannel('x')</script>`,
      `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${here}/s"]}]}</script>`,
      `<dialog open><form method="dialog"></form></dialog><div popover>x</div><link rel="preload" as="script" href="${here}/p">`,
      `<xml id="x"><![CDATA[<script>${wipe}</script>]]></xml><?xml-stylesheet href="${here}/x.xsl"?><!--[if gte IE 4]><script>${wipe}</script><![endif]-->`,
      `<template shadowrootmode="open"><script>${wipe}</script><style>*{display:none}</style></template>`,
      `<noscript><p title="</noscript><script>${wipe}</script>"></noscript>`,
    ]
    for (const email of emailsOf(fragments)) await stage.expectTheRestDrawn(email)
  })

  it('does not run, so that <noscript> is shown, also as text', async () => {
    const shown = '#c000c0'
    const noscript = `<noscript><div style="width:50px;height:50px;background:${shown}">Without script</div></noscript>`
    const plain = `<div style="width:50px;height:50px;background:${shown}"></div>`
    const picture = await stage.picture(`<script>${wipe}</script>${noscript.replace('Without script', '')}`)
    expect(await countPixels(picture, shown)).toBe(50 * 50)
    expect(await stage.picture(plain)).toEqual(picture)
    expect(await stage.picture(noscript, 'PLAINTEXT')).toEqual(
      await stage.picture('Without script', 'PLAINTEXT'),
    )
  })
})

describe('other schemes', () => {
  const secretColour = '#e01020'
  let folder: TestFolder
  beforeAll(async () => {
    folder = await createTestFolder()
    await writeFile(path.join(folder.path, 'secret.png'), await squareOf(secretColour, 200))
    await writeFile(path.join(folder.path, 'secret.css'), `*{background:${secretColour} !important}`)
    await writeFile(path.join(folder.path, 'secret.html'), `<body bgcolor="${secretColour}">`)
  })
  afterAll(() => folder.close())

  it('load nothing: file, view-source, chrome, about, blob and the like', async () => {
    const file = `file://${folder.path}/secret`
    const sources = [
      [`${file}.png`, `${file}.css`, `${file}.html`],
      ...[
        'file://localhost',
        'file:',
        'FILE:///',
        'fi\nle://',
        'filesystem:file://',
        'view-source:file://',
      ].map((prefix) => ['png', 'css', 'html'].map((type) => `${prefix}${folder.path}/secret.${type}`)),
      [`${folder.path}/secret.png`, `${folder.path}/secret.css`, `//${folder.path}/secret.html`],
      ...[
        `view-source:${internal()}/`,
        'chrome://version',
        'chrome://settings',
        'chrome-extension://x/y.png',
        'devtools://devtools/bundled/inspector.html',
        'about:version',
        'about:srcdoc',
        'about:blank',
        `blob:${internal()}/1`,
        'blob:null/1',
        'resource://gre/x',
        'jar:file:///x!/y',
        'data:text/html,<body bgcolor=e01020>',
        'data:text/css,*{background:%23e01020 !important}',
        'mhtml:file:///x',
        'ms-its:x',
        'smb://127.0.0.1/x',
        '\\\\127.0.0.1\\share\\x.png',
      ].map((address) => [address, address, address]),
    ]
    const fragments = sources.map(
      ([image, style, page]) =>
        `<img src="${image}" width="30" height="30"><div style="background:url('${image}');width:30px;height:30px"></div>
        <link rel="stylesheet" href="${style}"><style>@import "${style}";</style><svg width="9" height="9"><image href="${image}" width="9" height="9"/></svg>
        <iframe src="${page}" width="30" height="30"></iframe><object data="${page}" width="30" height="30"></object><embed src="${page}" width="30" height="30">`,
    )
    for (const email of emailsOf(fragments)) {
      const { gmail, unfiltered } = await stage.expectTheRestDrawn(email)
      for (const picture of [gmail, unfiltered]) expect(await countPixels(picture, secretColour)).toBe(0)
    }
  })

  it('would show in the picture if they loaded, as the same image from the public web does', async () => {
    const square = await squareOf(secretColour, 200)
    stage.pages.set('/secret.png', (_req, res) => void res.end(square))
    const { gmail, unfiltered } = await stage.expectTheRestDrawn(
      `<img src="${stage.web.url}/secret.png" width="30" height="30">`,
    )
    expect(await countPixels(gmail, secretColour)).toBe(900)
    expect(await countPixels(unfiltered, secretColour)).toBeGreaterThan(0)
  })
})
