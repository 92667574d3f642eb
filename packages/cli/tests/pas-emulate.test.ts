import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { emailClients } from '@pas/email-clients/catalogue'
import { documentText } from '@pas/email-clients/engine/document-text'
import { emulate } from '@pas/email-clients/emulate'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import type { Log } from 'sarif'
import { runPasEmulate } from '../src/pas-emulate/run-pas-emulate'

interface Result {
  status: number
  stdout: string
  stderr: string
}

const clone = path.resolve(__dirname, '../../..')

describe('bin/pas-emulate', () => {
  let folder: TestFolder
  beforeAll(async () => {
    folder = await createTestFolder()
  })
  afterAll(() => folder.close())

  async function run(args: readonly string[], standardInput = ''): Promise<Result> {
    const result = { status: 0, stdout: '', stderr: '' }
    result.status = await runPasEmulate(args, {
      standardInput: Readable.from([Buffer.from(standardInput)]),
      writeOut: (text) => (result.stdout += text),
      writeError: (text) => (result.stderr += text),
      paint: (colour, text) => `<${colour}>${text}</>`,
    })
    return result
  }
  async function file(name: string, text: string | Buffer): Promise<string> {
    const at = path.join(folder.path, name)
    await writeFile(at, text)
    return at
  }
  const html = '<!doctype html>\n<p style="position:fixed">Käse <img src="https://x.example/a.png?b=1&amp;c">'

  it('writes what each email client makes of a file', async () => {
    const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
    const options = { orientation: 'vertical', images: 'allowed', assetUrl: (url: string) => url } as const
    const mail = await file('mail.html', html)
    for (const emailClient of emailClients) {
      const { document } = emulate(emailClient, content, options)
      const stdout = `${documentText(document)}\n`
      expect(await run(['--client', emailClient.code, mail])).toEqual({ status: 0, stdout, stderr: '' })
    }
  })

  it('reads standard input, takes a code in lower case, and leaves addresses as they are', async () => {
    const { stdout } = await run(['--client', 'chromegmailnew', '-'], html)
    expect(stdout).toContain('src="https://x.example/a.png?b=1&amp;c"')
    expect(stdout).toContain('Käse')
    expect(stdout).not.toContain('position:fixed')
  })

  it('blocks images, and holds a phone horizontally, when told to', async () => {
    const { stdout } = await run(['--client', 'CHROMEGMAILNEW', '--images', 'blocked', '-'], html)
    expect(stdout).not.toContain('a.png')
    const phone = emailClients.find(({ orientationOptions }) => orientationOptions.includes('horizontal'))!
    expect(await run(['--client', phone.code, '--orientation', 'horizontal', '-'], html)).toMatchObject({
      status: 0,
    })
  })

  it('checks an email for the popular email clients or for those that are named, and tells errors by its status', async () => {
    const mail = await file('faulty.html', '<p>Hello {{name}}</p>\n<img src="https://x.example/a.png">')
    const { status, stdout } = await run(['--check', mail])
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(
        /^2:1 +<red>error<\/> +images\/no-alt +https:[^]*\n1 of 1 email: \d+ errors?, \d+ warnings?\n$/m,
      ),
    ])
    const checked = await run(
      ['--check', '--json', '--client', 'ol2016', '--client', 'GMAILNEW', '-'],
      '<p>x',
    )
    expect([checked.status, JSON.parse(checked.stdout)]).toEqual([
      0,
      expect.objectContaining({ email_guid: null, clients_checked: ['GMAILNEW', 'OL2016'] }),
    ])
    const eml = await file('checked.eml', 'From: a@b.example\r\n\r\nHello')
    expect(JSON.parse((await run(['--check', '--json', eml])).stdout)).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({ name: 'headers', status: 'done' }) as object,
      ]) as object[],
    })
    const { runs } = JSON.parse((await run(['--check', '--sarif', mail])).stdout) as Log
    const result = runs[0]?.results?.find(({ ruleId }) => ruleId === 'images/no-alt')
    expect(result?.locations?.[0]?.physicalLocation).toMatchObject({
      artifactLocation: { uri: pathToFileURL(mail).href },
      region: { startLine: 2, startColumn: 1 },
    })
  })

  it('says of MJML only that it has to be compiled, and exits as for any error', async () => {
    const mjml = await file('mail.mjml', '<mjml><mj-body><mj-image src="a.png" /></mj-body></mjml>')
    const { status, stdout } = await run(['--check', '--json', mjml])
    const { counts, checks } = JSON.parse(stdout) as { counts: object; checks: { findings: object[] }[] }
    expect([status, counts]).toEqual([1, { error: 1, warning: 0, note: 0 }])
    expect(checks.flatMap(({ findings }) => findings)).toMatchObject([{ rule: 'template/mjml' }])
  })

  it('checks a library by globs, and says how many emails are faulty; an unreadable one does not stop it', async () => {
    const library = await createTestFolder()
    const write = async (name: string, text: string) => {
      await mkdir(path.dirname(path.join(library.path, name)), { recursive: true })
      await writeFile(path.join(library.path, name), text)
    }
    const faulty = '<p>Hello <img src="https://x.example/a.png">'
    const clean = '<!doctype html><html lang="en"><title>A</title><p>Hello'
    await write('a.html', clean)
    await write('deep/b.html', faulty)
    await write('deep/c[1].html', faulty)
    await write('node_modules/x.html', faulty)
    const pattern = `${library.path}/**/*.html`
    const counted = await run(['--check', '--client', 'PLAINTEXT', pattern])
    expect(counted).toMatchObject({ status: 1, stderr: '' })
    expect(counted.stdout.split('\n').filter((line) => line.startsWith('<bold>'))).toEqual(
      expect.arrayContaining([expect.stringContaining('deep/b.html') as string]),
    )
    expect(counted.stdout).not.toContain('node_modules')
    expect(counted.stdout).toMatch(/\n\d of 3 emails: 2 errors, \d+ warnings?\n$/)
    // A name that looks like a pattern is the file of that name.
    const named = await run(['--check', '--json', `${library.path}/deep/c[1].html`])
    expect(JSON.parse(named.stdout)).toMatchObject({ counts: { error: 1 } })

    const missing = path.join(library.path, 'none\u001b[31m.html')
    const some = await run(['--check', '--json', missing, pattern])
    expect([some.status, some.stderr]).toEqual([
      3,
      expect.stringMatching(
        /^pas-emulate: \P{Cc}+none\?\[31m\.html cannot be read: there is no such file\.\n$/u,
      ),
    ])
    const answers = JSON.parse(some.stdout) as { file: string; counts: { error: number } }[]
    expect(answers.map(({ file, counts }) => [path.basename(file), counts.error])).toEqual([
      ['a.html', 0],
      ['b.html', 1],
      ['c[1].html', 1],
    ])
    const { runs } = JSON.parse((await run(['--check', '--sarif', pattern])).stdout) as Log
    const uris = runs[0]?.results?.map(
      (result) => result.locations?.[0]?.physicalLocation?.artifactLocation?.uri,
    )
    expect(runs).toHaveLength(1)
    expect(new Set(uris)).toContain(pathToFileURL(path.join(library.path, 'deep/b.html')).href)
    expect(await run(['--check', `${library.path}/*.txt`])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/no file is called '.*\*\.txt'/) as string,
    })
    await library.close()
  })

  it.each([
    [[], 0],
    [['--fail-on', 'warning'], 1],
    [['--max-warnings', '0'], 1],
    [['--max-warnings', '99'], 0],
    [['--fail-on', 'never', '--max-warnings', '0'], 0],
  ])('exits as %j tells it for warnings', async (options, expected) => {
    // Without a language: a warning, and no error.
    const mail = await file('warned.html', '<!doctype html><html><title>A</title><p>Hello')
    const { status, stdout } = await run(['--check', '--client', 'PLAINTEXT', ...options, mail])
    expect([status, stdout]).toEqual([expected, expect.stringMatching(/0 errors, [1-9]\d* warnings?\n$/)])
  })

  it('colours what a terminal shows, and what FORCE_COLOR asks for, alone', async () => {
    const script = path.join(clone, 'packages/cli/src/pas-emulate.ts')
    const mail = await file('coloured.html', '<p>Hello <img src="https://x.example/a.png">')
    const outputWith = (env: Record<string, string>) =>
      spawnSync(process.execPath, ['--conditions=source', '--require', 'tsx/cjs', script, '--check', mail], {
        cwd: clone,
        env: { PATH: process.env.PATH, HOME: folder.path, ...env },
        encoding: 'utf8',
      }).stdout
    expect(outputWith({})).not.toContain('\u001b')
    expect(outputWith({ FORCE_COLOR: '1' })).toContain('\u001b[31merror\u001b[39m')
  })

  it('reads a whole message, with the pictures that it brings', async () => {
    const message = [
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; boundary=b',
      '',
      '--b',
      'Content-Type: text/html; charset=iso-8859-1',
      '',
      '<p>K\xe4se <img src="cid:a"> <img src="cid:unknown">',
      '--b',
      'Content-Type: image/gif',
      'Content-ID: <a>',
      'Content-Transfer-Encoding: base64',
      '',
      'R0lGODlhAQABAAAAADs=',
      '--b--',
    ].join('\r\n')
    const eml = await file('mail.EML', Buffer.from(message, 'latin1'))
    const { stdout } = await run(['--client', 'CHROMEGMAILNEW', eml])
    expect(stdout).toContain('Käse <img src="data:image/gif;base64,R0lGODlhAQABAAAAADs="')
    expect(stdout).not.toContain('cid:')
  })

  it('tells with --changes what was changed and where, for people and with --json for programs', async () => {
    const args = ['--client', 'CHROMEGMAILNEW', '--changes', await file('mail.html', html)]
    const { stdout } = await run(args)
    expect(stdout).toMatch(/^line:column +times +effect +rule +what +instead +source +source address\n/)
    expect(stdout).toMatch(
      /^2:4 +1 +visible +[a-z-]+ +position +Build .* caniemail .* https:\/\/www\.caniemail\.com\/features\/css-position\/$/m,
    )
    const changes = JSON.parse((await run([...args, '--json'])).stdout) as unknown[]
    expect(changes).toContainEqual(
      expect.objectContaining({
        what: 'position',
        where: { line: 2, column: 4 },
        count: 1,
        source: expect.stringMatching(/^caniemail css-position, /) as string,
        source_url: 'https://www.caniemail.com/features/css-position/',
        effect: 'visible',
        instead: expect.objectContaining({ text: expect.stringMatching(/^Build /) as string }) as object,
      }),
    )
    expect((await run(['--client', 'ROUNDCUBE', '--changes', '--json', '-'], html)).stdout).toMatch(
      /^\[\{"rule":"not-computed",.*"source":"not computed: this is the program itself"/,
    )
    expect((await run(['--client', 'PLAINTEXT', '--changes', '--json', '-'], html)).stdout).toMatch(
      /"where":null/,
    )
  })

  it('lists every client with --list', async () => {
    const codes = emailClients.map(({ code }) => code)
    const lines = (await run(['--list'])).stdout.trim().split('\n').slice(1)
    expect(lines.map((line) => line.split(/ +/)[0])).toEqual(codes)
    const listed = JSON.parse((await run(['--list', '--json'])).stdout) as { code: string }[]
    expect(listed.map(({ code }) => code)).toEqual(codes)
  })

  it.each([
    ['no client', ['-'], /--client CODE/],
    ['no file', ['--client', 'PLAINTEXT'], /which email\?/],
    ['two files', ['--client', 'PLAINTEXT', 'a', 'b'], /too many files/],
    ['no such severity', ['--check', '--fail-on', 'note', '-'], /Allowed choices are error, warning, never/],
    ['no number', ['--check', '--max-warnings', 'x', '-'], /whole number/],
    ['an unknown client', ['--client', 'NONE', '-'], /no email client 'NONE'; --list/],
    ['a name that is no code', ['--client', 'outlook 2016', '-'], /Did you mean OL2016,? /],
    ['an unknown option', ['--clients', 'PLAINTEXT', '-'], /unknown option '--clients'/],
    ['what is not offered', ['--client', 'PLAINTEXT', '--images', 'blocked', '-'], /only allowed/],
    ['no such orientation', ['--client', 'PLAINTEXT', '--orientation', 'up', '-'], /only vertical/],
  ])('refuses %s in one line, with status 2', async (_what, args, text) => {
    const { status, stdout, stderr } = await run(args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^pas-emulate: [^\n]+\n$/)
    expect(stderr).toMatch(text)
  })

  it.each([
    ['no such file', '/no/such/file', /\/no\/such\/file cannot be read: there is no/],
    ['a folder', '/', /it is a folder/],
    ['nothing', '-', /Standard input is empty/],
  ])('says of %s that it cannot be done, with status 3', async (_what, given, text) => {
    const { status, stdout, stderr } = await run(['--client', 'PLAINTEXT', given])
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
    expect(stderr).toMatch(/^pas-emulate: [^\n]+\n$/)
    expect(stderr).toMatch(text)
  })

  it('refuses a message that has no bytes', async () => {
    const { status, stderr } = await run(['--client', 'PLAINTEXT', await file('empty.eml', '')])
    expect([status, stderr]).toEqual([
      3,
      expect.stringMatching(/^pas-emulate: .*empty\.eml cannot be shown: it is empty/),
    ])
  })

  it('runs as a process without any store, and stops quietly when the reader closes the pipe', async () => {
    const script = path.join(clone, 'packages/cli/src/pas-emulate.ts')
    const mail = await file('long.html', 'word '.repeat(100_000))
    const command = `"${process.execPath}" --conditions=source --require tsx/cjs "${script}" --client PLAINTEXT "${mail}" | head -c 4`
    const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
      cwd: clone,
      env: { PATH: process.env.PATH, HOME: folder.path },
      encoding: 'utf8',
    })
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'word', stderr: '' })
  })

  it('says that it has to be built first', async () => {
    await mkdir(path.join(folder.path, 'bin'))
    const script = path.join(folder.path, 'bin', 'pas-emulate')
    await copyFile(path.join(clone, 'bin/pas-emulate'), script)
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--list'], { encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
    expect(stderr).toContain('node bin/bootstrap.mjs')
  })
})
