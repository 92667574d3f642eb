import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { startConnectionCounter, type ConnectionCounter } from '@pas/testing/connection-counter'
import { describeWithEngine } from '@pas/testing/engines-found'
import { createTestFolder } from '@pas/testing/test-folder'
import sharp from 'sharp'
import { isLongRun } from '@pas/testing/long-run'
import { countInGroups, processesInGroups } from '@pas/testing/processes'
import { until } from '@pas/testing/until'
import type { RawMessage } from '../src/engines/engine'
import { roundcube as webmailOf } from '../src/engines/roundcube/roundcube'
import { findRoundcube } from '../src/engines/roundcube/roundcube-installation'
import { startWebmailProcess } from '../src/engines/webmail/webmail-process'
import { pixel } from './test-chromium'
import { describeScripts } from './scripts-of-the-world'
import { sharedEngine } from './shared-engine'
import { messageWith, startTestEngine, watchedAsset, type TestEngine } from './test-engine'

describeScripts('roundcube')

const red = '#ff0000'
const lime = '#00ff00'
const blue = '#0000ff'

const desktop = {
  width: 1200,
  height: 900,
  deviceScaleFactor: 1,
  mobile: false,
  colorScheme: 'light',
} as const
const mobile = { width: 390, height: 844, deviceScaleFactor: 3, mobile: true, colorScheme: 'light' } as const
/** Roundcube's own margins, left and right of a message together, in CSS pixels. */
const margins = 28

/** Roundcube's space above a message, in CSS pixels. */
const spaceAbove = 7

const box = (colour: string, height = 100): string =>
  `<div style="height:${height}px;background:${colour}"></div>`
const limePage = box('#0f0')
const square = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 80, height: 60, channels: 3, background: colour } })
    .png()
    .toBuffer()

/** A message with these further lines of headers and body. */
const message = (...lines: string[]): Buffer =>
  Buffer.from(
    ['From: news@example.com', 'Subject: A message', 'MIME-Version: 1.0', ...lines, ''].join('\r\n'),
  )

describeWithEngine('roundcube', 'a message in Roundcube', () => {
  let roundcube: TestEngine
  beforeAll(async () => {
    roundcube = await sharedEngine('roundcube')
  })

  const draw = (source: Buffer, document: Partial<RawMessage> = {}) =>
    roundcube.capture({ kind: 'message', source, frame: desktop, images: 'allowed', ...document })

  it("is the message alone, as wide as the window without Roundcube's margins", async () => {
    expect(roundcube.engine.version).toMatch(/^Roundcube\/1\.6\.\d+$/)
    const picture = await roundcube.drawMessage(
      `<style>@media (max-width:600px){p{background:#00f}}</style><body style="background:#0f0"><p style="height:50px">`,
      { frame: desktop },
    )
    expect(picture).toMatchObject({ width: desktop.width - margins, truncated: false })
    expect(picture.height).toBeLessThan(120)
    expect(await pixel(picture, 5, spaceAbove + 10)).toBe(lime)
    expect(await pixel(picture, picture.width - 5, spaceAbove + 40)).toBe(lime)
  })

  it('has above it the list of its attachments', async () => {
    const source = message(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html',
      '',
      limePage,
      '--b',
      'Content-Type: application/zip; name=a.zip',
      'Content-Disposition: attachment',
      '',
      'PK',
      '--b--',
    )
    const withoutList = message('Content-Type: text/html', '', limePage)
    const [picture, alone] = await Promise.all([draw(source), draw(withoutList)])
    expect(picture.width).toBe(alone.width)
    expect(await pixel(alone, 300, spaceAbove + 10)).toBe(lime)
    expect(await pixel(picture, 300, spaceAbove + 10)).not.toBe(lime)
    expect(await pixel(picture, 300, spaceAbove + 80)).toBe(lime)
  })

  it('has the width, the density and the media queries of a phone', async () => {
    const picture = await roundcube.drawMessage(
      '<style>@media (max-width:400px){.seen{background:#00f}}</style><p class="seen" style="height:50px"></p>',
      { frame: mobile },
    )
    expect(picture.width).toBe((mobile.width - margins) * 3)
    expect(await pixel(picture, 500, (spaceAbove + 25) * 3)).toBe(blue)
  })

  it('is the same, byte for byte, every time and from every process', async () => {
    const html = `<style>@keyframes move{from{margin-left:0}to{margin-left:300px}} @keyframes turn{to{transform:rotate(360deg)}}
      .once{animation:move .2s forwards} .ever{animation:turn 1s infinite;width:50px;height:50px;background:#0f0}</style>
      <h1>Title</h1><p>Text that wraps</p><button>Press</button><div class="once">once</div><div class="ever"></div><input autofocus value="caret">`
    const first = await roundcube.drawMessage(html, { frame: mobile })
    const [second, third] = await Promise.all([
      roundcube.drawMessage(html, { frame: mobile }),
      roundcube.drawMessage(html, { frame: mobile }),
    ])
    const other = await startTestEngine('roundcube')
    const fourth = await other.drawMessage(html, { frame: mobile }).finally(() => other.close())
    for (const { png } of [second, third, fourth]) expect(png.equals(first.png)).toBe(true)
  })

  it('is not mixed up with another that is drawn at the same time', async () => {
    const colours = [red, lime, blue, '#ffff00']
    const pictures = await Promise.all(colours.map((colour) => roundcube.drawMessage(box(colour))))
    expect(await Promise.all(pictures.map((picture) => pixel(picture, 300, 60)))).toEqual(colours)
  })

  it('shows remote images and style sheets when they are allowed, and requests none when they are blocked', async () => {
    const image = watchedAsset('image', 'image/png', await square(red))
    const style = watchedAsset('style', 'text/css', Buffer.from('p { background: #00f }'))
    const served = roundcube.assetOrigin.serve([image.asset, style.asset])
    const html =
      '<link rel="stylesheet" href="http://assets.invalid/style"><img style="display:block" src="http://assets.invalid/image"><p style="height:50px"></p>'
    const blocked = await roundcube.drawMessage(html, { images: 'blocked' })
    expect(image.requests() + style.requests()).toBe(0)
    expect(await pixel(blocked, 40, 30)).not.toBe(red)
    const allowed = await roundcube.drawMessage(html)
    served.release()
    expect(await pixel(allowed, 40, 30)).toBe(red)
    // Roundcube fetches the style sheet itself, through our proxy. Its rules then do not apply, as Roundcube misspells
    // the message's id in them.
    expect(style.requests()).toBe(1)
  })

  it('shows the pictures that it contains, inline and attached', async () => {
    const picture = await draw(
      message(
        'Content-Type: multipart/mixed; boundary=M',
        '',
        '--M',
        'Content-Type: multipart/related; boundary=R',
        '',
        '--R',
        'Content-Type: text/html',
        '',
        '<img style="display:block" src="cid:red@x">',
        '--R',
        'Content-Type: image/png',
        'Content-ID: <red@x>',
        'Content-Transfer-Encoding: base64',
        '',
        (await square(red)).toString('base64'),
        '--R--',
        '--M',
        'Content-Type: image/png; name=blue.png',
        'Content-Disposition: attachment; filename=blue.png',
        'Content-Transfer-Encoding: base64',
        '',
        (await square(blue)).toString('base64'),
        '--M--',
      ),
      { images: 'blocked' },
    )
    // Below the list of attachments.
    expect(await pixel(picture, 40, 80)).toBe(red)
    const { data } = await sharp(picture.png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(data.includes(Buffer.from([0, 0, 255, 0, 0, 255, 0, 0, 255]))).toBe(true)
  })

  it.each([
    ['of plain text', message('Content-Type: text/plain', '', 'Hello', '> quoted')],
    ['without a body', message('Content-Type: text/html', '')],
    ['of nothing', Buffer.alloc(0)],
    [
      'of broken MIME',
      message('Content-Type: multipart/mixed; boundary=B', '', '--B', 'Content-Type: text/html', '', 'cut'),
    ],
    ['of noise', Buffer.from(Array.from({ length: 5_000 }, (_nothing, index) => (index * index) % 256))],
  ])('%s is a picture', async (_what, source) => {
    const picture = await draw(source)
    expect(picture).toMatchObject({ width: desktop.width - margins, truncated: false })
    expect(picture.height).toBeGreaterThan(0)
  })

  it.each([
    [desktop, 16_384],
    [mobile, 16_383],
  ])('ends at 16,384 device pixels and says so', async (frame, height) => {
    const picture = await roundcube.drawMessage(box('red', 20_000), { frame })
    expect(picture).toMatchObject({ height, truncated: true })
    expect(await pixel(picture, 50, height - 1)).toBe(red)
  })

  it('has 500 images', async () => {
    const image = watchedAsset('one', 'image/png', await square(lime))
    const served = roundcube.assetOrigin.serve([image.asset])
    const html = Array.from(
      { length: 500 },
      (_nothing, index) =>
        `<img width="10" height="10" src="http://assets.invalid/${index % 2 ? 'one' : index}">`,
    ).join('')
    const picture = await roundcube.drawMessage(html)
    served.release()
    expect(picture.truncated).toBe(false)
  })

  it('is refused when the document is no message', async () => {
    await expect(roundcube.draw('<p>')).rejects.toMatchObject({ kind: 'unsupported_document' })
  })
})

describeWithEngine('roundcube', 'a hostile message in Roundcube', () => {
  let roundcube: TestEngine
  let canary: ConnectionCounter
  beforeAll(async () => {
    roundcube = await sharedEngine('roundcube')
    canary = await startConnectionCounter()
  })
  afterAll(() => canary.close())

  it('reaches nothing on the network, whichever element it uses, and runs no script', async () => {
    const { port } = canary
    const reachFor = (origin: string): string => `<head>
      <link rel="stylesheet" href="${origin}/1"><link rel="prefetch" href="${origin}/2"><link rel="preconnect" href="${origin}">
      <link rel="preload" as="image" href="${origin}/3"><meta http-equiv="refresh" content="0;url=${origin}/4"><script src="${origin}/5"></script><base href="${origin}/">
      <style>@import "${origin}/6"; @font-face{font-family:x;src:url(${origin}/7)} body{font-family:x;background:url(${origin}/8);cursor:url(${origin}/9),auto}</style></head>
      <body onload="fetch('${origin}/10')" background="${origin}/11"><div style="height:30px;background:#0f0"></div>
      <img src="${origin}/12"><img srcset="${origin}/13 1x"><picture><source srcset="${origin}/14"><img src="${origin}/15"></picture><img src="relative">
      <iframe src="${origin}/16"></iframe><iframe srcdoc="<img src='${origin}/17'>"></iframe><object data="${origin}/18"></object><embed src="${origin}/19">
      <video autoplay poster="${origin}/20" src="${origin}/21"></video><audio autoplay src="${origin}/22"></audio><input type="image" src="${origin}/23">
      <table background="${origin}/24"><tr><td>x</td></tr></table><svg><image href="${origin}/25"/><use href="${origin}/26#a"/><filter id="f"><feImage href="${origin}/27"/></filter></svg>
      <form action="${origin}/28"><input autofocus onfocus="this.form.submit()"></form><a ping="${origin}/29" href="${origin}/30">x</a>
      <div style="background-image:url(${origin}/31);list-style:url(${origin}/32)"></div><img src=x onerror="document.body.innerHTML=''"><script>document.body.innerHTML=''</script>`
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '2130706433', hostname()]
    for (const origin of [
      ...hosts.map((host) => `http://${host}:${port}`),
      `https://${hostname()}:${port}`,
    ]) {
      const picture = await roundcube.drawMessage(reachFor(origin))
      expect(await pixel(picture, 600, spaceAbove + 10)).toBe(lime)
    }
    const file = await roundcube.drawMessage(reachFor('file:///etc'))
    expect(await pixel(file, 600, spaceAbove + 10)).toBe(lime)
    expect(canary.connections).toBe(0)
  })

  it("runs no script that slips through Roundcube's sanitiser, and shows none as a box", async () => {
    // Markup that sanitisers are known to have missed: scripts that other markup hides or creates, or that a style
    // shows as boxes.
    const scripts = [
      '<style>script,noscript,template,svg script,#v1script{display:block;height:200px;background:#f00}</style>',
      '<script style="display:block">document.body.innerHTML=""</script><SCRIPT/x>document.title="run"</SCRIPT >',
      '<svg><script>document.body.innerHTML=""</script><set attributeName="onload" to="document.body.innerHTML=1"/></svg>',
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=document.body.innerHTML=1&gt;">',
      '<noscript><p title="</noscript><img src=x onerror=document.body.innerHTML=1>"></noscript>',
      '<a href="java&#10;script:document.body.innerHTML=1" style="display:block;height:10px">x</a>',
      '<template><script>document.body.innerHTML=1</script></template>',
      '<object data="data:text/html,<script>parent.document.body.innerHTML=1</script>"></object>',
    ].join('')
    const picture = await roundcube.drawMessage(`${limePage}${scripts}`)
    expect(await pixel(picture, 300, 60)).toBe(lime)
    const pixels = await sharp(picture.png).removeAlpha().raw().toBuffer()
    const isRed = (at: number): boolean => pixels.readUIntBE(3 * at, 3) === 0xff0000
    expect(Array.from({ length: pixels.length / 3 }, (_, at) => at).filter(isRed)).toEqual([])
  })

  it('performs no action in the webmail', async () => {
    const webmail = 'http://roundcube.invalid/'
    const addresses = [
      '?_task=logout',
      '?_task=mail&_action=preview&_mbox=INBOX&_uid=1',
      'skins/../index.php?_task=logout',
      'skins/elastic/images/missing.png',
    ]
    const picture = await roundcube.drawMessage(
      `${limePage}${addresses.map((address) => `<img src="${webmail}${address}"><link rel="stylesheet" href="${webmail}${address}"><img src="/${address}">`).join('')}
      <meta http-equiv="refresh" content="0;url=${webmail}?_task=logout"><iframe src="${webmail}"></iframe>`,
    )
    expect(await pixel(picture, 300, 60)).toBe(lime)
  })

  it('leaves nothing behind that the next message could find', async () => {
    const image = watchedAsset('seen', 'image/png', await square(red))
    const served = roundcube.assetOrigin.serve([image.asset])
    const html = '<img src="http://assets.invalid/seen">'
    const first = await roundcube.drawMessage(html)
    const blocked = await roundcube.drawMessage(html, { images: 'blocked' })
    const second = await roundcube.drawMessage(html)
    served.release()
    expect(image.requests()).toBe(2)
    expect(await pixel(blocked, 40, 30)).not.toBe(red)
    expect(second.png.equals(first.png)).toBe(true)
    const mail = ownFolders().flatMap((folder) => {
      const files = readdirSync(path.join(tmpdir(), folder))
      return files.includes('mail') ? readdirSync(path.join(tmpdir(), folder, 'mail')) : []
    })
    expect(mail.filter((name) => name.startsWith('.m'))).toEqual([])
  })
})

describeWithEngine('roundcube', 'PHP that a message has compromised', () => {
  it('sees no environment, process, file or network but its own', async () => {
    const defaults = await createTestFolder()
    const secret = path.join(tmpdir(), `secret-${process.pid}`)
    writeFileSync(secret, 'secret')
    const canary = await startConnectionCounter()
    const { port } = canary
    // A process of our own user, as the worker is one.
    const neighbour = spawn('/bin/sleep', ['60'], { env: { DATABASE_URL: 'secret' }, stdio: 'ignore' })
    // Every page of Roundcube runs this file, so the test puts its probes there.
    writeFileSync(
      path.join(defaults.path, 'defaults.inc.php'),
      `<?php include '/etc/roundcube/defaults.inc.php';
      file_put_contents(getenv('ROUNDCUBE_CONFIG_DIR') . '/../temp/findings.json', json_encode([
        'environments' => implode("\n", array_map(fn($file) => strtr(@file_get_contents($file) ?: '', "\0", "\n"), glob('/proc/[0-9]*/environ'))),
        'programs' => array_map(fn($file) => trim(@file_get_contents($file) ?: ''), glob('/proc/[0-9]*/comm')),
        'files' => [scandir('/'), scandir('/tmp'), file_exists('${secret}')],
        'writable' => array_values(array_filter(['/', '/usr', '/etc', '/tmp/..', '${defaults.path}'], fn($folder) => @file_put_contents("$folder/written", '') !== false)),
        'connections' => array_map(fn($host) => @fsockopen($host, ${port}, $code, $text, 2) !== false, ['127.0.0.1', '[::1]', '${hostname()}']),
      ]));`,
    )
    symlinkSync('/etc/roundcube/mimetypes.php', path.join(defaults.path, 'mimetypes.php'))
    const { CHROMIUM_PATH: executablePath = '', PATH = '', HOME = '' } = process.env
    const installation = { ...(await findRoundcube()), defaultsFolder: defaults.path }
    const roundcube = await startWebmailProcess(webmailOf(installation), {
      ...{ executablePath, proxyUrl: 'http://127.0.0.1:9', isSandboxed: true, environment: { PATH, HOME } },
      concurrency: 1,
    })
    const found = readdirSync(tmpdir())
      .filter((name) => name.startsWith(`pas-roundcube-${process.pid}.`))
      .map((name) => path.join(tmpdir(), name, 'temp', 'findings.json'))
      .find((file) => existsSync(file))
    const findings = JSON.parse(readFileSync(found ?? 'no findings', 'utf8')) as {
      environments: string
      programs: string[]
      files: [string[], string[], boolean]
      writable: string[]
      connections: boolean[]
    }
    await roundcube.kill()
    neighbour.kill()
    await canary.close()
    rmSync(secret)
    await defaults.close()
    expect(findings.environments).toContain('PATH=')
    expect(findings.environments).not.toMatch(/DATABASE_URL|REDIS_URL/)
    expect(
      findings.programs.filter(
        (name) => !/^(bwrap|sh|socat|php\S*|dovecot|imap\S*|auth|config|log|stats|anvil)$/.test(name),
      ),
    ).toEqual([])
    const others = ['home', 'root', 'boot', 'run', 'srv', 'sys', 'mnt', 'opt']
    expect(findings.files[0].filter((name) => others.includes(name))).toEqual([])
    // /tmp holds its own folder and the one that this test makes readable.
    expect(findings.files[1].length).toBeLessThan(5)
    expect(findings.files[2]).toBe(false)
    expect(findings.connections).toEqual([false, false, false])
    expect(canary.connections).toBe(0)
    expect(findings.writable).toEqual([])
  }, 30_000)
})

/**
 * Process ids of a group's members whose program has a matching name, the parents of the others first. The order of
 * their ids says nothing, as ids wrap around.
 */
function membersOf(group: number, name: RegExp): number[] {
  const members = processesInGroups([group]).filter((each) => name.test(each.name))
  const pids = new Set(members.map(({ pid }) => pid))
  const isChild = ({ parentPid }: (typeof members)[number]): boolean => pids.has(parentPid)
  return [...members.filter((each) => !isChild(each)), ...members.filter(isChild)].map(({ pid }) => pid)
}

/** The folders of Roundcube's programs that this process has started. */
const ownFolders = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`pas-roundcube-${process.pid}.`))

const chromium = /^(chromium|headless)/
const php = /^php/
const dovecot = /^(dovecot|imap|auth|config|log|stats|anvil)/

describeWithEngine('roundcube', 'when a program of Roundcube fails', () => {
  let roundcube: TestEngine
  beforeAll(async () => {
    roundcube = await startTestEngine('roundcube', { pulseTimeoutMs: 3_000 })
  })
  afterAll(() => roundcube.close())

  const faults = [
    ['SIGKILL', 'the browser', chromium],
    ['SIGKILL', 'the mail server', dovecot],
    ['SIGSTOP', 'PHP', php],
  ] as const
  const otherFaults = [
    ['SIGKILL', 'PHP', php],
    ['SIGSTOP', 'the mail server', dovecot],
    ['SIGSTOP', 'the browser', chromium],
  ] as const
  it.each(isLongRun ? [...faults, ...otherFaults] : faults)(
    'by %s of %s in mid-capture, another process group finishes the capture',
    async (signal, _program, name) => {
      let give = (): void => undefined
      let asked = false
      const picture = await square(red)
      const held = new Promise<Buffer>((resolve) => {
        give = () => resolve(picture)
      })
      const served = roundcube.assetOrigin.serve([
        {
          id: 'held',
          contentType: 'image/png',
          get body() {
            asked = true
            return held
          },
        },
      ])
      const capture = roundcube.drawMessage('<img style="display:block" src="http://assets.invalid/held">')
      await until(() => asked)
      const [doomed = 0] = roundcube.engine.processGroupIds
      const [target = 0] = membersOf(doomed, name)
      process.kill(target, signal)
      if (signal === 'SIGSTOP') for (const pid of membersOf(doomed, name)) process.kill(pid, signal)
      await until(() => countInGroups([doomed]) === 0)
      give()
      expect(await pixel(await capture, 40, 30)).toBe(red)
      served.release()
    },
  )

  it('by missing a deadline, the capture fails at once, and the sample and the next message are drawn', async () => {
    const served = roundcube.assetOrigin.serve([
      { id: 'never', contentType: 'image/png', body: new Promise<Buffer>(() => undefined) },
    ])
    const capture = roundcube.capture(
      {
        kind: 'message',
        source: messageWith('<img src="http://assets.invalid/never">'),
        frame: desktop,
        images: 'allowed',
      },
      500,
    )
    await expect(capture).rejects.toMatchObject({ kind: 'capture_timeout' })
    served.release()
    expect(await roundcube.engine.drawSample(AbortSignal.timeout(100_000))).toBeGreaterThan(0)
    expect(await pixel(await roundcube.drawMessage(limePage), 300, 60)).toBe(lime)
  })
})

describeWithEngine('roundcube', "Roundcube's programs", () => {
  it('are replaced after their maximum of captures, and leave no process and no file behind', async () => {
    const before = ownFolders()
    const roundcube = await startTestEngine('roundcube', { captures: 3 })
    const seen = new Set<number>()
    try {
      const captures = isLongRun ? 40 : 4
      for (let capture = 0; capture < captures; capture++) {
        await roundcube.drawMessage(limePage)
        for (const group of roundcube.engine.processGroupIds) seen.add(group)
      }
      expect(seen.size).toBeGreaterThan(Math.floor(captures / 3))
      await until(() => [...seen].filter((group) => countInGroups([group]) > 0).length <= 2)
    } finally {
      await roundcube.close()
    }
    await until(() => countInGroups([...seen]) === 0)
    expect(ownFolders().filter((name) => !before.includes(name))).toEqual([])
  }, 300_000)

  it('end by themselves when the worker is killed', async () => {
    const child = spawn(process.execPath, ['-e', orphanMaker], {
      cwd: path.join(__dirname, '../dist/engines'),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const group = await new Promise<number>((resolve) => {
      child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
    })
    expect(membersOf(group, php)).not.toEqual([])
    expect(membersOf(group, dovecot)).not.toEqual([])
    child.kill('SIGKILL')
    await until(() => countInGroups([group]) === 0)
  })
})

/** Script that starts the programs as the engine does and prints their process group id. */
const orphanMaker = `
  const { startWebmailProcess } = require('./webmail/webmail-process')
  const { roundcube } = require('./roundcube/roundcube')
  const { findRoundcube } = require('./roundcube/roundcube-installation')
  findRoundcube().then((installation) => startWebmailProcess(roundcube(installation), {
    executablePath: process.env.CHROMIUM_PATH, proxyUrl: 'http://127.0.0.1:9', isSandboxed: true, environment: process.env,
    concurrency: 1,
  })).then(({ pid }) => process.stdout.write(String(pid)))`
