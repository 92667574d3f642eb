import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { pictureKey } from '@pas/captures/storage-keys'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { createLogger } from '@pas/runtime/logger'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import sharp from 'sharp'
import { capturePreview } from '../src/capture-preview'
import { EmailCache } from '../src/email-cache'
import { openEmailEmulator } from '../src/email-emulator'
import type { Engine } from '../src/engines/engine'
import { startTestChromium, type TestChromium } from './test-chromium'
import { openTestStores, type TestStores } from './test-stores'
import { startTestText } from './test-text'

const clone = path.resolve(__dirname, '../../..')

describe('bin/pas-emulate --png', () => {
  let stores: TestStores
  let folder: TestFolder
  let chromium: TestChromium
  let textEngine: Engine
  const emulator = openEmailEmulator(createLogger('render-worker'))
  beforeAll(async () => {
    stores = await openTestStores()
    folder = await createTestFolder()
    chromium = await startTestChromium()
    textEngine = await startTestText()
  })
  afterAll(async () => {
    await chromium.close()
    await textEngine.close()
    await emulator.close()
    await stores.close()
    await folder.close()
  })

  async function run(args: readonly string[], env: Record<string, string> = {}) {
    const child = spawn(path.join(clone, 'bin/pas-emulate'), args, {
      cwd: folder.path,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [stdout, stderr] = await Promise.all([buffer(child.stdout), text(child.stderr)])
    return { status: await exited, stdout, stderr }
  }
  async function drawnByAWorker(
    code: string,
    htmlText: string,
    assets: Parameters<TestStores['createEmail']>[1] = [],
  ) {
    const { engine = '' } = findEmailClient(code) ?? {}
    const emailId = await stores.createEmail({ htmlText }, assets)
    const { id } = await stores.createPreview(emailId, { emailClient: code, engine })
    const deps = {
      ...{ ...stores, db: stores.workerDb, emulator, emails: new EmailCache(), reusesPages: true },
      ...{ assetOrigin: chromium.assetOrigin, engine: engine === 'text' ? textEngine : chromium.engine },
      ...{ captureTimeoutMs: 20_000, jobTimeoutMs: 30_000 },
    }
    expect(await capturePreview(deps, id, { isTakeover: false })).toEqual({ outcome: 'captured' })
    return (await stores.storage.get(pictureKey(await stores.getPreview(id), 'full')))?.body
  }

  const html =
    '<!doctype html><h1 style="color:#a42">Käse</h1><p style="position:fixed">Half price <img src="https://x.example/a.png" alt="A cheese" width=200 height=80>'

  it.each(['OL2016', 'CHROMEGMAILNEW', 'PLAINTEXT', 'W3M'])(
    'draws for %s the bytes that a worker draws, and says what it did not load',
    async (code) => {
      const mail = path.join(folder.path, 'mail.html')
      await writeFile(mail, html)
      const { status, stdout, stderr } = await run(['--client', code, '--png', 'out.png', 'mail.html'])
      expect({ status, stdout: stdout.toString() }).toEqual({ status: 0, stdout: '' })
      const isText = findEmailClient(code)?.engine === 'text'
      expect(stderr).toMatch(isText ? /^$/ : /^pas-emulate: 1 address is not loaded: nothing is fetched\.\n$/)
      const drawn = await readFile(path.join(folder.path, 'out.png'))
      expect(drawn.equals((await drawnByAWorker(code, html)) ?? Buffer.alloc(0))).toBe(true)
    },
  )

  it('shows the pictures that a whole message brings, on standard output', async () => {
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#00f' } })
      .png()
      .toBuffer()
    const lines = [
      ...['MIME-Version: 1.0', 'Content-Type: multipart/related; boundary=b', '', '--b'],
      ...['Content-Type: text/html', '', '<p>Hello <img src="cid:a">', '--b', 'Content-Type: image/png'],
      ...['Content-ID: <a>', 'Content-Transfer-Encoding: base64', '', picture.toString('base64'), '--b--'],
    ]
    await writeFile(path.join(folder.path, 'mail.eml'), lines.join('\r\n'))
    const { status, stdout, stderr } = await run(['--client', 'CHROMEGMAILNEW', '--png', '-', 'mail.eml'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const asset = { url: 'cid:a', id: 'a', contentType: 'image/png', body: picture }
    const expected = await drawnByAWorker('CHROMEGMAILNEW', '<p>Hello <img src="cid:a">', [asset])
    expect((await sharp(stdout).raw().toBuffer()).equals(await sharp(expected).raw().toBuffer())).toBe(true)
  })

  it.each([
    [
      'an engine of its own',
      ['--client', 'THUNDERBIRDLATEST'],
      2,
      /drawn by the engine 'thunderbird'.*running stack/,
    ],
    ['no email client', [], 2, /--client CODE, once/],
    ['an unknown email client', ['--client', 'OL2061'], 2, /no email client 'OL2061'\. Did you mean/],
    ['another option', ['--client', 'OL2016', '--check'], 2, /Unknown option '--check'/],
    ['what is not offered', ['--client', 'OL2016', '--orientation', 'horizontal'], 2, /only vertical/],
  ])('refuses %s in one sentence', async (_what, args, expected, sentence) => {
    const { status, stdout, stderr } = await run([...args, '--png=x.png', 'mail.html'])
    expect({ status, stdout: stdout.toString() }).toEqual({ status: expected, stdout: '' })
    expect(stderr).toMatch(/^pas-emulate: [^\n]+\n$/)
    expect(stderr).toMatch(sentence)
  })

  it('says in one sentence which file or program it cannot use, with status 3', async () => {
    const gone = await run(['--client', 'OL2016', '--png', 'x.png', 'none.html'])
    expect([gone.status, gone.stderr]).toEqual([
      3,
      expect.stringMatching(/none\.html cannot be read: there is no/),
    ])
    await writeFile(path.join(folder.path, 'small.html'), '<p>x')
    const folderless = await run(['--client', 'OL2016', '--png', 'no/x.png', 'small.html'])
    expect([folderless.status, folderless.stderr]).toEqual([
      3,
      expect.stringMatching(/^pas-emulate: no\/x\.png cannot be written: [^\n]+\n$/),
    ])
    const env = { CHROMIUM_PATH: '/nonexistent/chromium' }
    const without = await run(['--client', 'OL2016', '--png', 'x.png', 'small.html'], env)
    expect([without.status, without.stderr]).toEqual([
      3,
      expect.stringMatching(/^pas-emulate: The engine 'chromium' cannot start: [^\n]+\n$/),
    ])
  })
})
