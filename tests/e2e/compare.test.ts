import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createPostedEmails } from '@pas/client/posted-emails'
import { runCompare, type CompareOptions } from '@pas/client/compare/run-compare'
import { createService } from '@pas/client/service'
import type { RunResult } from '@pas/client/run-result'
import { exitStatuses, verdictOf } from '@pas/client/verdict'
import { describeWithEngine } from '@pas/testing/engines-found'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import { templates } from '../../packages/email-clients/tests/real-templates/make-templates'
import { createServices, type ServiceProcess, type Services } from './start-services'

const exitStatusOf = (result: RunResult): number => exitStatuses[verdictOf(result)]

describe('comparing compiled emails', () => {
  let services: Services
  let api: ServiceProcess
  let images: ServiceProcess
  let folder: TestFolder

  beforeAll(async () => {
    services = await createServices()
    ;[api, images] = await Promise.all([services.startApi(), services.startImages()])
    await services.startWorker('text')
    folder = await createTestFolder()
  })
  afterAll(async () => {
    await services.close()
    await folder.close()
  })

  const write = async (side: string, files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, html] of Object.entries(files)) {
      const file = path.join(folder.path, side, name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, html)
    }
  }

  /** As the proxy in front of the services does, which has their names. */
  const through =
    (own: ServiceProcess): typeof fetch =>
    (address, init) => {
      const url = (address as string).replace('https://images.test', images.url)
      const headers = { ...(init?.headers as Record<string, string>), 'X-Forwarded-Proto': 'https' }
      return fetch(url.replace(api.url, own.url), { ...init, headers })
    }

  async function compare(
    options: Partial<CompareOptions> = {},
    {
      signal = new AbortController().signal,
      onPost = (): void => undefined,
      asked = api,
      left = [] as string[],
    } = {},
  ): Promise<RunResult> {
    const service = createService({
      url: `${api.url}/v1`,
      key: services.apiKey,
      fetch: through(asked),
      maxOutageMs: 500,
    })
    const createEmail: typeof service.createEmail = async (...given) => {
      const created = await service.createEmail(...given)
      onPost()
      return created
    }
    const posted = createPostedEmails({ ...service, createEmail }, signal)
    return runCompare(
      { service, posted, signal },
      {
        sides: { base: 'base', head: 'head' },
        clients: ['PLAINTEXT'],
        replace: [],
        cwd: folder.path,
        environment: {},
        serviceUrl: `${api.url}/v1`,
        ...options,
      },
    ).finally(async () => left.push(...(await posted.deleteAll())))
  }

  const verdictsOf = ({ emails }: RunResult): Record<string, string[]> =>
    Object.fromEntries(
      emails.map(({ file, comparisons, failure }) => [
        file,
        failure === null ? comparisons.map(({ verdict }) => verdict) : [failure],
      ]),
    )

  async function emailsOfAccount(): Promise<number> {
    const service = createService({ url: `${api.url}/v1`, key: services.apiKey, fetch: through(api) })
    return (await service.listEmails({ limit: 100 })).emails.length
  }

  it('finds the one of 200 templates that was edited, and leaves nothing behind', async () => {
    const html = (n: number, text: string): string =>
      `<!doctype html><p>Template ${n}</p><p>${text}</p><p>Sent on ${2000 + n}-01-01</p>`
    const of = (texts: (n: number) => string): Record<string, string> =>
      Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`letters/${n}.html`, html(n, texts(n))]))
    await write(
      'base',
      of(() => 'Hello'),
    )
    await write(
      'head',
      of((n) => (n === 77 ? 'Good bye' : 'Hello')),
    )
    let posted = 0
    const result = await compare({}, { onPost: () => (posted += 1) })
    const verdicts = verdictsOf(result)
    expect(Object.keys(verdicts)).toHaveLength(200)
    expect(Object.entries(verdicts).filter(([, [verdict]]) => verdict !== 'equal')).toEqual([
      ['head/letters/77.html', ['different']],
    ])
    expect(posted).toBe(2)
    expect(exitStatusOf(result)).toBe(1)
    const [comparison] = result.emails.find(({ file }) => file === 'head/letters/77.html')?.comparisons ?? []
    expect(comparison?.summary?.regions).toEqual([expect.objectContaining({ kind: 'changed' })])
    for (const picture of [comparison?.base, comparison?.head, comparison?.difference])
      expect(picture?.width).toBeGreaterThan(100)
    expect(await emailsOfAccount()).toBe(0)
  })

  it('tells what is new and what is gone, and posts nothing for it', async () => {
    await write('base-2', { 'same.html': '<p>Same</p>', 'gone.html': '<p>Gone</p>' })
    await write('head-2', { 'same.html': '<p>Same</p>', 'new.html': '<p>New</p>', 'note.txt': 'no email' })
    const result = await compare({ sides: { base: 'base-2', head: './head-2/' } })
    expect(verdictsOf(result)).toEqual({
      'base-2/gone.html': ['removed'],
      'head-2/new.html': ['added'],
      'head-2/same.html': ['equal'],
    })
    expect(exitStatusOf(result)).toBe(1)
  })

  it('is blind to what --replace names, on both sides', async () => {
    await write('base-3', { 'a.html': '<p>Sent on 2026-01-02, id=12</p>' })
    await write('head-3', { 'a.html': '<p>Sent on 2026-11-29, id=345</p>' })
    const sides = { base: 'base-3', head: 'head-3' }
    expect(exitStatusOf(await compare({ sides, replace: ['\\d{4}-\\d\\d-\\d\\d=DATE'] }))).toBe(1)
    const result = await compare({ sides, replace: ['\\d{4}-\\d\\d-\\d\\d=DATE', 'id=\\d+=ID'] })
    expect(exitStatusOf(result)).toBe(0)
    for (const [replace, sentence] of [
      ['x', /give REGEX=TEXT/],
      ['(=x', /Unterminated group/],
      ['(\\d+)+$=x', /took longer than 5 s/],
    ] as const) {
      await write('head-4', { 'a.html': `${'1'.repeat(5_000)}x` })
      const refused = compare({ sides: { base: 'base-3', head: 'head-4' }, replace: [replace] })
      await expect(refused).rejects.toThrow(sentence)
    }
  })

  it('deletes what it posted when it is stopped', async () => {
    await write(
      'base-5',
      Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.html`, `<p>${n} a</p>`])),
    )
    await write(
      'head-5',
      Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.html`, `<p>${n} b</p>`])),
    )
    const stop = new AbortController()
    let posted = 0
    const onPost = (): void => {
      posted += 1
      if (posted === 5) stop.abort(new Error('Ctrl-C'))
    }
    const stopped = compare({ sides: { base: 'base-5', head: 'head-5' } }, { signal: stop.signal, onPost })
    await expect(stopped).rejects.toThrow('Ctrl-C')
    expect(posted).toBeLessThan(20)
    expect(await emailsOfAccount()).toBe(0)
  })

  it('says which emails it could not compare when the service goes away, and compares no more of them', async () => {
    const other = await services.startApi()
    let posted = 0
    const onPost = (): void => {
      posted += 1
      if (posted === 3) other.process.kill('SIGKILL')
    }
    const left: string[] = []
    const result = await compare(
      { sides: { base: 'base-5', head: 'head-5' } },
      { onPost, asked: other, left },
    )
    await until('the process has ended', () => other.process.signalCode !== null)
    const failed = result.emails.filter(({ failure }) => failure !== null)
    expect(failed.length).toBeGreaterThan(15)
    expect(failed[0]?.failure).toMatch(/cannot be reached/)
    expect(exitStatusOf(result)).toBe(3)
    // Nothing can be deleted at a service that is gone: what is left there is named.
    const named = left.join(' ').match(/(?<!pas-check )[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []
    const service = createService({ url: `${api.url}/v1`, key: services.apiKey, fetch: through(api) })
    const there = (await service.listEmails({ limit: 100 })).emails.map(({ email_guid: guid }) => guid)
    expect(named.length).toBeGreaterThan(0)
    expect(there).toEqual(expect.arrayContaining(named))
    for (const guid of there) await service.deleteEmail(guid)
  })

  it('refuses what nothing draws, and what nobody knows', async () => {
    const undrawn = await compare({ clients: ['CHROMEGMAILNEW'] })
    expect(undrawn.emails[0]?.failure).toMatch(/^Nothing draws CHROMEGMAILNEW at the moment/)
    expect(exitStatusOf(undrawn)).toBe(3)
    await expect(compare({ clients: ['NOSUCHCLIENT'] })).rejects.toThrow(/no email client NOSUCHCLIENT/)
    await expect(compare({ sides: { base: 'none', head: 'head' } })).rejects.toThrow(/^none is no folder/)
  })

  describeWithEngine('chromium', 'of template engines', () => {
    beforeAll(() => services.startWorker('chromium'))

    it('are equal to themselves, and differ where one word or colour does', async () => {
      const compiled = await Promise.all(
        Object.entries(templates).map(
          async ([name, make]) => [`${name.replace(' ', '-')}.html`, await make()] as const,
        ),
      )
      const edited = compiled.map(([name, html], n): [string, string] => [
        name,
        n % 2 === 0
          ? html.replace(/<\/title>/, '</title><style>*{color:#123457 !important}</style>')
          : `${html}<!-- a remark that is not seen -->`,
      ])
      await write('base-6', Object.fromEntries(compiled))
      await write('head-6', Object.fromEntries(edited))
      const result = await compare({
        sides: { base: 'base-6', head: 'head-6' },
        clients: ['CHROMEGMAILNEW', 'W3M'],
      })
      expect(verdictsOf(result)).toEqual(
        Object.fromEntries(
          compiled.map(([name], n) => [`head-6/${name}`, [n % 2 === 0 ? 'different' : 'equal', 'equal']]),
        ),
      )
      expect(await emailsOfAccount()).toBe(0)
    })
  })
})
