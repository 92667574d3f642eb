import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Log } from 'sarif'
import { createService } from '@pas/client/service'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import { bundleClient } from '../../tools/release/src/client/bundle-client'
import type { LocalCertificate } from '../../tools/stack/src/local-ca'
import { createServices, type ServiceProcess, type Services } from './start-services'
import { createTestCertificate } from './test-certificate'

const repository = path.resolve(__dirname, '../..')
const partners = readFileSync(path.join(repository, 'docs/partners.md'), 'utf8')
const fine = '<!doctype html><html lang="en"><title>Hi</title><body><p>Hello</p></body></html>'
const faulty =
  '<!doctype html><html lang="en"><title>Hi</title><body>\n<p><a href="https://a.test/%::x\u009b31m##[add-mask]"></a></p></body></html>'
const only = ['--only', 'accessibility']

interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

/** The command as a process, before a real service, through a proxy that a test can hold, break and listen to. */
describe('pas-check', () => {
  let services: Services
  let api: ServiceProcess
  let images: ServiceProcess
  let folder: TestFolder
  let command: string
  let url: string
  let secureUrl: string
  let certificate: LocalCertificate
  /** What the proxy does with a request instead of forwarding it: true if it did. */
  let intercept: (req: IncomingMessage, res: ServerResponse) => boolean
  const servers: { close(): unknown; closeAllConnections(): void }[] = []

  async function forward(
    { url: target }: ServiceProcess,
    { req, res, headers, body }: { req: IncomingMessage; res: ServerResponse; headers: object; body: Buffer },
  ): Promise<void> {
    const left = new AbortController()
    res.on('close', () => left.abort())
    try {
      const response = await fetch(`${target}${req.url}`, {
        method: req.method ?? '',
        headers: { ...headers },
        ...(body.length > 0 && { body }),
        signal: left.signal,
      })
      res.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? '' })
      for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) res.write(chunk)
      res.end()
    } catch {
      res.destroy()
    }
  }

  const proxy = (req: IncomingMessage, res: ServerResponse): void => {
    if (intercept(req, res)) return
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const body = Buffer.concat(chunks)
      const headers = { ...req.headers, 'x-forwarded-proto': 'https' } as Partial<Record<string, unknown>>
      for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) delete headers[name]
      void forward(req.url?.startsWith('/captures/') ? images : api, { req, res, headers, body })
    })
  }

  beforeAll(async () => {
    folder = await createTestFolder()
    certificate = await createTestCertificate(folder.path)
    const [cert, key] = [certificate.certFile, certificate.keyFile].map((file) => readFileSync(file))
    const tlsServer = createTlsServer({ cert, key }, proxy).listen(0)
    servers.push(tlsServer)
    await once(tlsServer, 'listening')
    secureUrl = `https://localhost:${(tlsServer.address() as AddressInfo).port}`
    services = await createServices({ IMAGES_URL: secureUrl })
    ;[api, images] = await Promise.all([services.startApi(), services.startImages()])
    await bundleClient(repository, '1.2.3', path.join(folder.path, 'bundle'))
    command = path.join(folder.path, 'bundle', 'pas-check.mjs')
    const server = createServer(proxy).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  }, 300_000)
  afterAll(async () => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
    await services?.close()
    await folder?.close()
  })

  beforeEach(() => {
    intercept = () => false
    rmSync(path.join(folder.path, 'work'), { recursive: true, force: true })
    write({ 'dist/a.html': fine, 'dist/b.html': faulty })
  })

  function write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder.path, 'work', name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
  }
  const read = (name: string): string => readFileSync(path.join(folder.path, 'work', name), 'utf8')

  function start(args: readonly string[], variables: Record<string, string> = {}) {
    const given = { PAS_URL: url, PAS_KEY: services.apiKey, ...variables }
    const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
    const child = spawn(process.execPath, [command, ...args], {
      cwd: path.join(folder.path, 'work'),
      env: { PATH: process.env.PATH, ...env },
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()))
    child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
    const ended = once(child, 'close').then(([status]): Ended => ({
      status: status as number | null,
      stdout,
      stderr,
    }))
    return { child, ended }
  }
  const run = (args: readonly string[], variables?: Record<string, string>): Promise<Ended> =>
    start(args, variables).ended

  const isPost = ({ method, url: asked }: IncomingMessage): boolean =>
    method === 'POST' && asked === '/v1/emails'

  function refuse(res: ServerResponse, status: number, headers: Record<string, string> = {}): true {
    res.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    res.end(JSON.stringify({ description: `Refused with ${status}.`, code: 'unauthorized' }))
    return true
  }

  async function emailsLeft(): Promise<number> {
    const { fetch } = globalThis
    const service = createService({
      url: `${api.url}/v1`,
      key: services.apiKey,
      fetch: (address, init) =>
        fetch(address, { ...init, headers: { ...(init?.headers as object), 'X-Forwarded-Proto': 'https' } }),
    })
    return (await service.listEmails({ limit: 100 })).emails.length
  }
  afterEach(async () => expect(await emailsLeft()).toBe(0))

  it('names what is wrong, shows control characters as none, and deletes what it sent', async () => {
    let posted = 0
    intercept = (req) => {
      if (isPost(req)) posted += 1
      return false
    }
    const { status, stdout, stderr } = await run(['lint', 'dist/**/*.html', ...only])
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^dist\/b\.html\n {2}2:\d+ +error /m)
    expect(stdout).toMatch(/\n1 of 2 emails: 1 error\n$/)
    expect(stdout).not.toMatch(/(?!\n)\p{Cc}|##\[/u)
    expect({ status, posted }).toEqual({ status: 1, posted: 2 })
    write({ 'dist/logo.png': 'P', 'dist/a.css': 'p {}' })
    for (const all of ['dist', 'dist/**', 'dist/**/*'])
      expect((await run(['lint', all, ...only, '--fail-on', 'never'])).stdout).toMatch(
        /1 of 2 emails: 1 error\n$/,
      )
  })

  it('waits as long as a 429 says, and goes on', async () => {
    let refusedAtMs = 0
    let nextAtMs = 0
    intercept = (req, res) => {
      if (!isPost(req)) return false
      if (refusedAtMs > 0) {
        nextAtMs ||= performance.now()
        return false
      }
      refusedAtMs = performance.now()
      res.writeHead(429, { 'Retry-After': '2', 'Content-Type': 'application/json' })
      res.end(JSON.stringify({ description: 'Too many emails.', code: 'too_many_requests' }))
      return true
    }
    const { status, stderr } = await run(['lint', 'dist/a.html', ...only])
    expect(status).toBe(0)
    expect(stderr).toContain('waiting 2 s')
    expect(nextAtMs - refusedAtMs).toBeGreaterThanOrEqual(1990)
  })

  it('ends with 3 when the service goes away, and leaves nothing once it is back', async () => {
    let isAway = false
    intercept = (req, res) => {
      if (req.method === 'GET' && req.url?.includes('/checks')) isAway = true
      if (isAway && req.method === 'GET') res.destroy()
      return isAway && req.method === 'GET'
    }
    const { status, stdout } = await run(['lint', 'dist/**/*.html', ...only])
    expect(stdout).toContain('cannot be reached')
    expect(status).toBe(3)
    const unreachable = await run(['lint', 'dist', ...only], { PAS_URL: 'https://127.0.0.1:9/v1' })
    expect(unreachable).toMatchObject({ status: 3, stderr: '' })
    expect(unreachable.stdout.match(/127\.0\.0\.1:9\/v1 cannot be reached/g)).toHaveLength(2)
  })

  it('finds and deletes an email whose answer never came', async () => {
    let isLost = false
    intercept = (req, res) => {
      if (!isPost(req)) return false
      if (isLost) res.destroy()
      else {
        isLost = true
        res.writeHead = () => res.destroy()
      }
      return isLost && res.destroyed
    }
    const { status } = await run(['lint', 'dist/a.html', ...only])
    expect(status).toBe(3)
  })

  it('names the reference of an email whose answer was lost with everything behind it', async () => {
    intercept = (req, res) => {
      const isLost = req.url?.startsWith('/v1/emails') ?? false
      if (isLost) res.destroy()
      return isLost
    }
    const { status, stderr } = await run(['lint', 'dist/a.html', ...only])
    expect(stderr).toMatch(
      /Still at the service.*: perhaps emails of the reference 'pas-check [0-9a-f-]{36}'/,
    )
    expect(status).toBe(3)
  })

  it('keeps what it found when the service is lost, and says of each other email that it was', async () => {
    write(Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`dist/${n}.html`, faulty])))
    write({ output: '' })
    let checked = 0
    intercept = (req, res) => {
      if (req.method !== 'GET' || !req.url?.includes('/checks?')) return false
      checked += 1
      return checked > 3 && refuse(res, 401)
    }
    const args = ['lint', 'dist', ...only, '--format', 'github', '--report', 'out']
    expect((await run(args, { GITHUB_OUTPUT: 'output' })).status).toBe(3)
    expect(read('output')).toMatch(/^verdict=incomplete\nemails=8\n/)
    const { emails } = JSON.parse(read('out/report.json')) as { emails: { failure: string | null }[] }
    expect(emails.filter(({ failure }) => failure === null)).toHaveLength(3)
    expect(emails.filter(({ failure }) => failure?.includes('Refused with 401.'))).toHaveLength(5)
  })

  it.each(['lint dist', 'compare dist dist'])(
    'tells GitHub and its reports that %s had no service',
    async (call) => {
      write({ output: '' })
      const variables = { GITHUB_OUTPUT: 'output', PAS_URL: 'https://127.0.0.1:9/v1' }
      const args = [...call.split(' '), '--format', 'github']
      expect((await run([...args, '--report', 'out'], variables)).status).toBe(3)
      expect(read('output')).toMatch(/^verdict=incomplete\nemails=2\n/)
      expect(read('out/junit.xml')).toContain('errors="2"')
      write({ output: '' })
      const refused = await run(args, { ...variables, PAS_URL: 'x' })
      expect(refused).toMatchObject({ status: 2, stdout: expect.stringMatching(/^::error title=/) as string })
      expect(read('output')).toBe('verdict=incomplete\n')
    },
  )

  it.each([
    ['--only', 'contrasts'],
    ['--clients', 'NOSUCHCLIENT'],
  ])('sends no email with a %s that the service does not know', async (...wrong) => {
    let posted = 0
    intercept = (req) => {
      if (isPost(req)) posted += 1
      return false
    }
    const { status, stderr } = await run(['lint', 'dist', ...wrong])
    expect(stderr.split(String(wrong[1]))).toHaveLength(2)
    expect({ status, posted }).toEqual({ status: 2, posted: 0 })
  })

  it('deletes what it sent though nobody reads any more what it says', async () => {
    let isHeld = false
    intercept = (req) => {
      const isAsked = req.method === 'GET' && (req.url?.includes('/checks') ?? false)
      if (isAsked) isHeld = true
      return isAsked
    }
    const { child, ended } = start(['lint', 'dist/a.html', ...only])
    await until('checks are asked', () => isHeld)
    child.stdout.destroy()
    child.stderr.destroy()
    child.kill('SIGINT')
    expect((await ended).status).toBe(130)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('deletes what it sent after %s', async (signal) => {
    const held: ServerResponse[] = []
    let posted = 0
    intercept = (req, res) => {
      if (isPost(req)) posted += 1
      const isHeld = req.method === 'GET' && (req.url?.includes('/checks') ?? false)
      if (isHeld) held.push(res)
      return isHeld
    }
    const { child, ended } = start(['lint', 'dist', ...only])
    await until('checks are asked', () => [held.length === 2, held.length])
    expect(await emailsLeft()).toBe(2)
    child.kill(signal)
    const { status } = await ended
    expect({ status, posted }).toEqual({ status: signal === 'SIGINT' ? 130 : 143, posted: 2 })
  })

  it('skips in CI without a key, and never says that nothing was found', async () => {
    const skipped = await run(['lint', 'dist', '--format', 'github'], { PAS_KEY: '', CI: 'true' })
    expect(skipped.status).toBe(0)
    expect(skipped.stdout).toMatch(/skipped/i)
    expect(skipped.stdout).not.toContain('0 of')
    const refused = await run(['lint', 'dist'], { PAS_KEY: '' })
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('PAS_KEY') as string })
    const unknown = await run(['lint', 'dist', ...only], { PAS_KEY: 'pas_key_unknown' })
    expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining('Set PAS_KEY') as string })
  })

  it('trusts the certificate authority that PAS_CA names', async () => {
    const PAS_URL = `${secureUrl}/v1`
    const refused = await run(['lint', 'dist/a.html', ...only], { PAS_URL })
    expect(refused).toMatchObject({ status: 3, stdout: expect.stringContaining('PAS_CA') as string })
    const trusted = await run(['lint', 'dist/a.html', ...only], { PAS_URL, PAS_CA: certificate.caFile })
    expect(trusted).toMatchObject({ status: 0, stderr: '' })
  })

  it('ignores with a reason, and until its last day', async () => {
    const { stdout } = await run(['lint', 'dist/b.html', ...only, '--format', 'json'])
    const [{ findings }] = (JSON.parse(stdout) as { emails: [{ findings: [{ rule: string }] }] }).emails
    const { rule } = findings[0]
    const ignoring = (entry: object): Promise<Ended> => {
      write({
        '.pas-check.json': JSON.stringify({ checks: ['accessibility'], ignore: [{ rule, ...entry }] }),
      })
      return run(['lint', 'dist'])
    }
    const ignored = await ignoring({ reason: 'decorative' })
    expect(ignored).toMatchObject({ status: 0, stdout: expect.stringContaining('; 1 ignored') as string })
    const ended = await ignoring({ reason: 'decorative', until: '2020-01-31' })
    expect(ended).toMatchObject({ status: 1, stderr: expect.stringContaining('2020-01-31') as string })
    const misspelt = await ignoring({ rule: 'accessibility/linkname', reason: 'decorative' })
    expect(misspelt).toMatchObject({ status: 1, stderr: expect.stringContaining('linkname') as string })
    const unreasoned = await ignoring({})
    expect(unreasoned).toMatchObject({ status: 2, stderr: expect.stringContaining('ignore[0]') as string })
  })

  it('keeps quiet about what a baseline has, and tells what is new', async () => {
    const baseline = ['--baseline', 'known.json']
    const written = await run(['lint', 'dist', ...only, ...baseline, '--write-baseline'])
    expect(written).toMatchObject({ status: 0, stderr: 'pas-check: known.json now has 1 finding.\n' })
    expect((await run(['lint', 'dist', ...only, ...baseline])).status).toBe(0)
    write({ 'dist/a.html': faulty })
    const { status, stdout } = await run(['lint', 'dist', ...only, ...baseline])
    expect(stdout).toContain('dist/a.html')
    expect(stdout).not.toContain('dist/b.html')
    expect(status).toBe(1)
  })

  it('names the email clients of a finding', async () => {
    write({ 'dist/a.html': '<html lang="en"><title>Hi</title><p style="border-radius: 9px">Hello</p>' })
    const args = ['lint', 'dist/a.html', '--only', 'code']
    const { stdout } = await run([...args, '--clients', 'OL2016,ol365'])
    expect(stdout).toMatch(/, in OL2016, OL365 /)
    write({ '.pas-check.json': JSON.stringify({ clients: ['OL2016', 'ol365'] }) })
    expect((await run(args)).stdout).toBe(stdout)
  })

  it.each(['dist/a.html', '/proc'])('asks nothing when no report can be written into %s', async (out) => {
    let asked = 0
    intercept = () => {
      asked += 1
      return false
    }
    const { status, stderr } = await run(['lint', 'dist/a.html', ...only, '--report', out])
    expect(stderr).toMatch(/reports cannot be written into .*(?:a\.html|\/proc)/)
    expect({ status, asked }).toEqual({ status: 2, asked: 0 })
  })

  it('makes the folder of its reports before it asks anything', async () => {
    const asked: boolean[] = []
    intercept = () => {
      asked.push(existsSync(path.join(folder.path, 'work/out/deep')))
      return false
    }
    expect((await run(['lint', 'dist/a.html', ...only, '--report', 'out/deep'])).status).toBe(0)
    expect([...new Set(asked)]).toEqual([true])
  })

  describe('when nobody sees any more what it says', () => {
    const args = ['lint', 'dist/b.html', ...only, '--report', 'out']
    let release: (() => void) | undefined
    beforeEach(() => {
      release = undefined
      intercept = (req, res) => {
        if (release || !req.url?.includes('/checks?')) return false
        release = () => proxy(req, res)
        return true
      }
    })
    const isAsked = () => until('checks are asked', () => release !== undefined)
    afterEach(() => {
      expect(read('out/report.html')).toMatch(/<\/html>\n$/)
      expect(read('out/junit.xml')).toContain('failures="1"')
    })

    it('ends as it would when the pipe is closed', async () => {
      const { child, ended } = start(args)
      await isAsked()
      child.stdout.destroy()
      release?.()
      expect(await ended).toMatchObject({ status: 1, stderr: '' })
    })

    it('ends as it would when the terminal is gone', async () => {
      const call = [process.execPath, command, ...args].map((word) => `'${word}'`).join(' ')
      write({ 'call.sh': `${call}\necho $? > ended\nmv ended status\n` })
      // In a session of its own, so that the terminal's end is a failed write and no SIGHUP.
      const terminal = spawn('script', ['-qc', 'setsid -w sh call.sh', '/dev/null'], {
        cwd: path.join(folder.path, 'work'),
        env: { PATH: process.env.PATH, SHELL: '/bin/sh', PAS_URL: url, PAS_KEY: services.apiKey },
      })
      await isAsked()
      terminal.kill('SIGKILL')
      await once(terminal, 'close')
      release?.()
      await until('it has ended', () => existsSync(path.join(folder.path, 'work/status')))
      expect(read('status')).toBe('1\n')
    })
  })

  describe('report.sarif', () => {
    const several = ['accessibility', 'code', 'subject']
    const args = ['lint', 'dist/c.html', '--only', several.join(','), '--fail-on', 'never', '--report', 'out']
    const html_text = `${faulty}<p style="border-radius: 9px"><img src="https://a.test/a.png"><p align=justify>`
    beforeEach(() => write({ 'dist/c.html': html_text }))
    const rulesIn = (log: Log) =>
      (log.runs[0]?.tool.driver.rules ?? []).map(
        ({ id, shortDescription, defaultConfiguration, helpUri }) => ({
          ...{ id, shortDescription, defaultConfiguration, helpUri: helpUri ?? `${url}/checks/rules` },
        }),
      )
    const rules = () => rulesIn(JSON.parse(read('out/report.sarif')) as Log)

    it('says of a rule what the SARIF of the service says', async () => {
      const response = await fetch(`${api.url}/v1/checks`, {
        method: 'POST',
        headers: {
          ...{ 'Content-Type': 'application/json', Accept: 'application/sarif+json' },
          ...{ 'X-Forwarded-Proto': 'https', Authorization: `Basic ${btoa(`${services.apiKey}:`)}` },
        },
        body: JSON.stringify({ html_text, only: several }),
      })
      const ofService = rulesIn((await response.json()) as Log)
      expect((await run(args)).status).toBe(0)
      expect(new Set(ofService.map(({ id }) => id.split('/')[0]))).toEqual(new Set(several))
      expect(rules()).toEqual(expect.arrayContaining(ofService))
      expect(rules()).toHaveLength(ofService.length)
    })

    it('names its rules though the service does not tell them', async () => {
      intercept = (req, res) => req.url === '/v1/checks/rules' && refuse(res, 500)
      expect((await run(args)).status).toBe(0)
      expect(rules()).toContainEqual(expect.objectContaining({ id: 'accessibility/link-name' }))
    })
  })

  it('gives a program what docs/partners.md shows', async () => {
    const [shown = ''] = /(?<=## From Node\n[^]*?```js\n)[^]*?(?=```)/.exec(partners) ?? []
    const home = path.join(folder.path, 'work/node_modules/pas-check')
    mkdirSync(home, { recursive: true })
    cpSync(path.join(folder.path, 'bundle/index.mjs'), path.join(home, 'index.mjs'))
    writeFileSync(path.join(home, 'package.json'), '{ "type": "module", "exports": "./index.mjs" }')
    write({ 'program.mjs': shown })
    const worker = await services.startWorker('text')
    const program = spawn(process.execPath, ['program.mjs'], {
      cwd: path.join(folder.path, 'work'),
      env: { PAS_URL: url, PAS_KEY: services.apiKey, NODE_EXTRA_CA_CERTS: certificate.caFile },
    })
    let output = ''
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (part: Buffer) => (output += part.toString()))
    await once(program, 'close')
    await worker.stop()
    expect(output).toBe('true 2 different\n')
  })

  it('annotates for GitHub, with outputs, a summary and the reports', async () => {
    write({ output: '', 'summary.md': '' })
    const { stdout } = await run(['lint', 'dist', ...only, '--format', 'github', '--report', 'out'], {
      GITHUB_OUTPUT: 'output',
      GITHUB_STEP_SUMMARY: 'summary.md',
    })
    const commands = stdout.split('\n').filter((line) => line.startsWith('::'))
    expect(commands).toHaveLength(1)
    expect(commands[0]).toMatch(
      /^::error file=dist\/b\.html,line=2,endLine=2,col=\d+,endColumn=\d+,title=[^:]+::/,
    )
    expect(read('output')).toMatch(/^verdict=findings\nemails=2\n/)
    expect(read('output')).toContain('errors=1\n')
    expect(read('summary.md')).toContain('1 of 2 emails')
    for (const name of ['report.html', 'report.json', 'junit.xml', 'report.sarif', 'comment.md'])
      expect(existsSync(path.join(folder.path, 'work/out', name))).toBe(true)
  })

  describe('compare', () => {
    const args = ['compare', 'before', 'after', '--clients', 'PLAINTEXT']
    let worker: ServiceProcess
    beforeAll(async () => {
      worker = await services.startWorker('text')
    })
    afterAll(() => worker.stop())
    beforeEach(() =>
      write({
        'before/a.html': fine,
        'before/b.html': fine,
        'after/a.html': fine,
        'after/b.html': fine.replace('Hello', 'Good bye'),
      }),
    )
    const trusting = () => ({ NODE_EXTRA_CA_CERTS: certificate.caFile })

    it('names what differs, and shows it in its reports', async () => {
      const { status, stdout, stderr } = await run([...args, '--report', 'out'], trusting())
      expect(stderr).toBe('')
      expect(stdout).toMatch(/\n1 of 2 emails differs\n$/)
      expect(status).toBe(1)
      expect(read('out/report.html').match(/src="data:image\/png/g)).toHaveLength(3)
      for (const kind of ['before', 'after', 'marked'])
        expect(existsSync(path.join(folder.path, `work/out/difference-1-${kind}.png`))).toBe(true)
      const equal = await run(['compare', 'after', 'after', '--clients', 'PLAINTEXT'], trusting())
      expect(equal).toMatchObject({ status: 0, stdout: '0 of 2 emails differ\n' })
    })

    it.each(['/v1/checks', '/v1/clients/configurations'])(
      'stops while it waits to ask %s again',
      async (path) => {
        intercept = (req, res) =>
          (req.url?.startsWith(path) ?? false) && refuse(res, 429, { 'Retry-After': '500' })
        const { child, ended } = start(args.slice(0, path === '/v1/checks' ? 3 : undefined), trusting())
        let said = ''
        child.stderr.on('data', (part: Buffer) => (said += part.toString()))
        await until('it waits', () => said.includes('waiting 500 s'))
        child.kill('SIGINT')
        expect((await ended).status).toBe(130)
      },
    )

    it.each(['SIGINT', 'SIGTERM'] as const)('deletes both sides after %s', async (signal) => {
      const held: ServerResponse[] = []
      intercept = (req, res) => {
        const isHeld = req.method === 'GET' && (req.url?.includes('/previews') ?? false)
        if (isHeld) held.push(res)
        return isHeld
      }
      const { child, ended } = start(args, trusting())
      await until('previews are asked', () => [held.length === 1, held.length])
      expect(await emailsLeft()).toBe(2)
      child.kill(signal)
      expect((await ended).status).toBe(signal === 'SIGINT' ? 130 : 143)
    })
  })
})
