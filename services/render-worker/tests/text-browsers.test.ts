import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { startConnectionCounter } from '@pas/testing/connection-counter'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowsedDocument } from '@pas/email-clients/engine/emulated-document'
import { isLongRun } from '@pas/testing/long-run'
import { createTestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import type { Engine, Picture } from '../src/engines/engine'
import { TextBrowser } from '../src/engines/text/text-browser'
import { startTestText } from './test-text'

const columns = 60
const context = {
  proxyUrl: 'http://127.0.0.1:9',
  isSandboxed: true,
  environment: { PATH: process.env.PATH ?? '' },
}
const soon = (): AbortSignal => AbortSignal.timeout(20_000)
/** Takes w3m about a second. */
const slow = `<table><tr><td colspan=1000000000 rowspan=16000>x</table>`

/** Process ids of the browsers that `TextBrowser` started. */
const pidsOf = (name: string): number[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      const isOurs = readFileSync(`/proc/${pid}/cwd/email.html`) !== null
      return isOurs && line[0] === `/bin/${name}` ? [Number(pid)] : []
    } catch {
      return []
    }
  })

const foldersLeft = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`pas-text-${process.pid}.`))

describe.each(['w3m', 'lynx'] as const)('the output of %s for an email', (name) => {
  let browser: TextBrowser
  beforeAll(async () => {
    browser = await TextBrowser.open(name, context)
  })
  afterAll(() => browser.close())
  afterEach(() => {
    expect(foldersLeft()).toEqual([])
  })

  const linesOf = async (html: string): Promise<string[]> =>
    (await browser.dump(html, columns, 900, soon())).lines
  const textOf = async (html: string): Promise<string> => (await linesOf(html)).join('\n')

  it('comes with its version', () => {
    expect(browser.version).toMatch(new RegExp(`^${name}/\\d+\\.\\d+`))
  })

  it('is the text in its own layout, with the alternative texts of images, and without a list of links', async () => {
    const text = await textOf(
      '<h1>News</h1><ul><li>one</ul><p><a href="https://example.com/x">link</a> <img src="http://assets.invalid/1" alt="A cup"></p>',
    )
    expect(text).toMatch(/News[^]*(•|\*) one[^]*link A cup/)
    expect(text).not.toContain('example.com')
  })

  it('is no wider than the terminal', async () => {
    const lines = await linesOf(`<p>${'word '.repeat(200)}</p>`)
    expect(lines.length).toBeGreaterThan(15)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns)
  })

  it.each([
    '',
    '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">',
    '<meta charset=utf-16>',
  ])('has every letter, whatever the email says of its charset: %j', async (meta) => {
    expect(
      await textOf(`<!doctype html><html><head>${meta}</head><body>é 日本語 😀 שלום &euro;</body>`),
    ).toContain('é 日本語 😀 שלום €')
  })

  it('is made without any request', async () => {
    const listener = await startConnectionCounter()
    const { port } = listener
    const canary = await TextBrowser.open(name, { ...context, proxyUrl: `http://127.0.0.1:${port}` })
    const unsandboxed = await TextBrowser.open(name, {
      ...context,
      isSandboxed: false,
      proxyUrl: `http://127.0.0.1:${port}`,
    })
    const references = ['127.0.0.1', 'localhost', '[::1]'].map((host) => {
      const url = `http://${host}:${port}/x`
      return `<base href="${url}"><meta http-equiv=refresh content="0;url=${url}"><link rel=stylesheet href="${url}">
        <link rel=prefetch href="${url}"><link rel=preconnect href="${url}"><img src="${url}"><iframe src="${url}"></iframe>
        <object data="${url}"></object><embed src="${url}"><script src="${url}"></script><script>location="${url}"</script>
        <form action="${url}"><input type=image src="${url}"></form><body background="${url}"><table background="${url}">
        <style>@import "${url}"; @font-face { font-family: f; src: url(${url}) }</style><audio src="${url}" autoplay></audio>`
    })
    const frames = references.map(() => `<frame src="http://127.0.0.1:${port}/f">`)
    for (const confined of [canary, unsandboxed]) {
      await confined.dump(references.join(''), columns, 900, soon())
      await confined.dump(`<frameset>${frames.join('')}</frameset>`, columns, 900, soon())
      await confined.close()
    }
    await listener.close()
    expect(listener.connections).toBe(0)
  })

  it('contains nothing of the files on this machine', async () => {
    const files = ['/etc/passwd', '/proc/self/environ', '/email.html']
    const text = await textOf(
      files
        .map(
          (
            file,
          ) => `<iframe src="file://${file}"></iframe><img src="file://${file}"><object data="file://${file}"></object>
            <embed src="${file}"><a href="file:///cgi-bin/x">a</a><meta http-equiv=refresh content="0;url=file://${file}">`,
        )
        .join(''),
    )
    expect(text).not.toMatch(/root:|PATH=|http-equiv/)
    const frames = files.map((file) => `<frame src="file://${file}">`).join('')
    expect(await textOf(`<frameset>${frames}</frameset>`)).not.toMatch(/root:|PATH=|http-equiv/)
  })

  it('ends at the maximum of lines, and is the same every time', async () => {
    const html = '<p>para é</p>'.repeat(100_000)
    const [first, second] = [
      await browser.dump(html, columns, 500, soon()),
      await browser.dump(html, columns, 500, soon()),
    ]
    expect(first.lines).toHaveLength(500)
    expect(first.isCut).toBe(true)
    expect(second).toEqual(first)
  })

  it('has lines also for an empty, an extremely nested and an extremely wide email', async () => {
    for (const html of [
      '',
      '<table><tr><td>'.repeat(3_000),
      `<pre>${'y'.repeat(9_000_000)}`,
      '<b>'.repeat(100_000),
      '\0\u001b[2J\ufffe',
    ])
      expect((await linesOf(html)).length).toBeGreaterThan(0)
  })
})

describe('a text browser', () => {
  let browser: TextBrowser
  beforeEach(async () => {
    browser = await TextBrowser.open('w3m', context)
  })
  afterEach(() => browser.close())

  it('sees no process and no file of ours, and has no network', async () => {
    const dump = browser.dump(slow, columns, 900, soon())
    await until(() => pidsOf('w3m').length > 0)
    const [pid] = pidsOf('w3m')
    expect(
      readdirSync(`/proc/${pid}/root`)
        .filter((entry) => !/^lib(64)?$/.test(entry))
        .sort(),
    ).toEqual(['bin', 'email.html', 'etc', 'tmp'])
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    expect(status).toMatch(/^CapEff:\t0+$/m)
    expect(/^NSpid:.*\t(\d+)$/m.exec(status)?.[1]).toBe('1')
    // Only the header of the table: no route, as its only interface is a loopback that is down.
    expect(readFileSync(`/proc/${pid}/net/route`, 'utf8').trim().split('\n')).toHaveLength(1)
    await dump
  })

  it.each(['SIGKILL' as const, ...(isLongRun ? ['SIGSTOP' as const] : [])])(
    'that gets %s is started again, and the page is drawn',
    async (signal) => {
      const dump = browser.dump(slow, columns, 900, soon())
      await until(() => pidsOf('w3m').length > 0)
      const [pid = 0] = pidsOf('w3m')
      process.kill(pid, signal)
      expect((await dump).lines.length).toBeGreaterThan(1)
      expect(pidsOf('w3m')).toEqual([])
    },
  )

  it('is killed at its deadline, and when the engine closes', async () => {
    const abort = new AbortController()
    const late = browser.dump(slow, columns, 900, abort.signal)
    await until(() => pidsOf('w3m').length > 0)
    abort.abort()
    await expect(late).rejects.toMatchObject({ kind: 'capture_timeout' })
    expect(pidsOf('w3m')).toEqual([])

    const closed = browser.dump(slow, columns, 900, soon())
    await until(() => pidsOf('w3m').length > 0)
    await browser.close()
    await expect(closed).rejects.toMatchObject({ kind: 'engine_crashed' })
    expect(pidsOf('w3m')).toEqual([])
    expect(foldersLeft()).toEqual([])
  })
})

describe('a text browser on a busy machine', () => {
  it('is found, too, when it takes longer to say its version than a document may take', async () => {
    const folder = await createTestFolder()
    const launcher = path.join(folder.path, 'env')
    writeFileSync(launcher, '#!/bin/sh\nsleep 7\nexec /usr/bin/env "$@"\n')
    chmodSync(launcher, 0o755)
    const PATH = `${folder.path}${path.delimiter}${context.environment.PATH}`
    const browser = await TextBrowser.open('w3m', { ...context, environment: { PATH } })
    expect(browser.version).toMatch(/^w3m\/\d/)
    await browser.close()
    await folder.close()
  }, 30_000)
})

describe('the picture of a text browser', () => {
  let engine: Engine
  beforeEach(async () => {
    engine = await startTestText()
  })
  afterEach(() => engine.close())

  const draw = (html: string, document: Partial<BrowsedDocument> = {}): Promise<Picture> =>
    engine.capture({ kind: 'browsed', browser: 'w3m', html, columns, ...document }, soon())

  it('is as wide as its terminal, and the same bytes every time, also after a new start', async () => {
    const html = `<p>${'The quick brown fox 日本語 😀 '.repeat(40)}</p>`
    const [first, second] = await Promise.all([draw(html), draw(html)])
    expect(first.width).toBe(columns * 9 + 32)
    expect(second.png.equals(first.png)).toBe(true)
    await engine.close()
    engine = await startTestText()
    expect((await draw(html)).png.equals(first.png)).toBe(true)
    expect((await draw(html, { browser: 'lynx' })).png.equals(first.png)).toBe(false)
  })

  it('ends at 16,384 device pixels and is marked as truncated', async () => {
    expect(await draw('<p>line</p>'.repeat(20_000))).toMatchObject({ height: 908 * 18 + 32, truncated: true })
  })

  it('needs both browsers, and says what to install', async () => {
    await expect(startTestText({ environment: { PATH: '/nowhere' } })).rejects.toThrow(
      /^The engine 'text' cannot start: .*apt-get install w3m lynx/,
    )
  })

  it("names its programs and libraries in the engine's version", () => {
    expect(engine.version).toMatch(/^librsvg\/\S+ pango\/\S+ w3m\/\S+ lynx\/\S+$/)
  })
})
