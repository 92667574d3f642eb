import { randomUUID } from 'node:crypto'
import type { checkRulesBody, checksBody } from '@pas/api-contract/checks'
import { replaceEmailClientChoice } from '@pas/accounts/email-client-choice'
import { emailClients } from '@pas/email-clients/catalogue'
import { groupAlike, uprightWithImages } from '@pas/email-clients/effects/changes-of-clients'
import { frozenEmailKey } from '@pas/emails/storage-keys'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { until } from '@pas/testing/until'
import type { Log } from 'sarif'
import type { z } from 'zod'
import { pngOf } from './asset-pictures'
import { connectApplication } from './connect-application'
import { addAccount, postJson, type JsonAnswer } from './post-json'
import { postEmail, startApi, type TestApi } from './start-api'

type Checks = z.output<typeof checksBody>
type Finding = Checks['checks'][number]['findings'][number]

const body = (html: string): string =>
  `<!doctype html>\n<html lang="en">\n<title>A</title>\n<body>\n${html}\n`
const findingsOf = ({ checks }: Checks): Finding[] => checks.flatMap(({ findings }) => findings)
const ofRule = (report: Checks, rule: string): Finding | undefined =>
  findingsOf(report).find((finding) => finding.rule === rule)

const timeout = AbortSignal.timeout.bind(AbortSignal)

let web: SmallWeb
let api: TestApi
beforeAll(async () => {
  web = await startSmallWeb((req, res) => {
    if (req.url === '/a.png') res.setHeader('Content-Type', 'image/png').end(pngOf(40, 30))
    else if (req.url === '/broken-off.png') req.socket.destroy()
    else res.writeHead(404).end()
  })
  api = await startApi({ assetAllow: `127.0.0.1:${web.port}` })
})
afterAll(async () => {
  await api.close()
  await web.close()
})

const get = (path: string, headers = api.headers): Promise<Response> =>
  fetch(`${api.url}${path}`, { headers })

describe('POST /checks', () => {
  const check = async (sent: object): Promise<Checks> => {
    const { status, headers, body: answer } = await postJson(api, '/checks', sent, api.headers)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    return answer as Checks
  }
  const refused = async (sent: object): Promise<JsonAnswer> => {
    const answer = await postJson(api, '/checks', sent, api.headers)
    expect(answer.status).toBe(400)
    return answer
  }

  it('says what is wrong, where, for whom and by which source, and stores nothing', async () => {
    const html_text = body('<p style="position:fixed">x</p><img src="https://x.example/a.png" width="9">')
    const report = await check({ html_text, subject: 'Hello', clients: ['CHROMEGMAILNEW', 'ol2016'] })
    expect(report).toMatchObject({
      email_guid: null,
      complete: true,
      clients_checked: ['CHROMEGMAILNEW', 'OL2016'],
      counts: { error: findingsOf(report).filter(({ severity }) => severity === 'error').length },
    })
    expect(ofRule(report, 'images/no-alt')).toEqual({
      rule: 'images/no-alt',
      severity: 'error',
      what: 'https://x.example/a.png',
      where: {
        part: 'html',
        line: 5,
        column: 32,
        end_line: 5,
        end_column: 77,
        snippet: '<img src="https://x.example/a.png" width="9">',
      },
      places: [{ line: 5, column: 32 }],
      basis: null,
      boxes: [],
      parts: [],
      count: 1,
      clients: null,
      description: expect.stringContaining('has no alt') as string,
      detail: {},
      fix: null,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      source: 'WCAG 2.2 §1.1.1',
      source_url: 'https://www.w3.org/TR/WCAG22/#non-text-content',
    })
    const changed = findingsOf(report).find(({ parts }) => parts.some(({ what }) => what === 'position'))
    expect(changed).toMatchObject({
      rule: expect.stringMatching(/^code\//) as string,
      what: 'p',
      where: { line: 5, column: 4 },
      // In Gmail it was met too rarely to be known as seen.
      clients: ['OL2016'],
      source: expect.stringContaining('caniemail') as string,
    })
    const kept: string[] = []
    for await (const { key } of api.storage.list('emails/')) kept.push(key)
    expect([await api.db.email.count(), kept]).toEqual([0, []])
  })

  it('gives a fault the same fingerprint when something is written above it', async () => {
    const faulty = '<p>Hello {{name}}</p><a href="">x</a>'
    const [before, later] = [
      await check({ html_text: body(faulty) }),
      await check({ html_text: body(`<p>New</p>\n\n${faulty}`) }),
    ]
    for (const rule of ['links/empty', 'template/merge-tag']) {
      const [one, other] = [ofRule(before, rule), ofRule(later, rule)]
      expect(one?.fingerprint).toBe(other?.fingerprint)
      expect(Number(other?.where?.line) - Number(one?.where?.line)).toBe(2)
    }
  })

  it('mends what it can without inventing anything: with its edits, the finding is gone', async () => {
    const html_text = body('<table><tr><td><img src="http://x.example/a.png" alt="A"></td></tr></table>')
    const report = await check({ html_text, only: ['images', 'accessibility'] })
    const mended = ['images/http', 'accessibility/layout-table']
    const lines = html_text.split('\n')
    const edits = mended.flatMap((rule) => ofRule(report, rule)?.fix?.edits ?? [])
    expect(edits).toHaveLength(2)
    const offsetOf = (line: number, column: number): number =>
      lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1
    const text = edits
      .map(({ where, text: added }) => ({
        start: offsetOf(where.line, where.column),
        end: offsetOf(where.end_line, where.end_column),
        added,
      }))
      .sort((one, other) => other.start - one.start)
      .reduce((html, { start, end, added }) => html.slice(0, start) + added + html.slice(end), html_text)
    expect(text).toContain('<table role="presentation"><tr><td><img src="https://x.example/a.png"')
    const rules = findingsOf(await check({ html_text: text })).map(({ rule }) => rule)
    expect(rules.filter((rule) => mended.includes(rule))).toEqual([])
  })

  it('reads the header of a whole message, which others have not', async () => {
    const raw_source =
      'From: a@b.example\r\nDate: never\r\nContent-Type: text/html\r\n\r\n' + body('<p>Hello</p>')
    const report = await check({ raw_source, only: ['headers'] })
    expect(findingsOf(report).map(({ rule }) => rule)).toEqual([
      'headers/date',
      'headers/message-id',
      'headers/list-unsubscribe',
      'headers/no-text-part',
    ])
    expect(ofRule(report, 'headers/date')?.where).toMatchObject({ part: 'headers', line: 2, column: 1 })
    const { checks } = await check({ html_text: 'x', only: ['headers'] })
    expect(checks).toMatchObject([{ name: 'headers', status: 'not_applicable', findings: [] }])
  })

  it('says of text alone that most checks are not for it', async () => {
    const { checks, complete } = await check({ plain_text: 'Hello {{name}}' })
    const statuses = Object.fromEntries(checks.map(({ name, status }) => [name, status]))
    expect([complete, statuses]).toEqual([
      true,
      expect.objectContaining({ links: 'not_applicable', template: 'done', subject: 'done' }),
    ])
    expect(checks.flatMap(({ findings }) => findings)).toMatchObject([
      { rule: 'template/merge-tag', where: { part: 'text', line: 1, column: 7 } },
    ])
  })

  it('does the checks that are asked for, in its own order', async () => {
    const { checks } = await check({ html_text: 'x', only: ['links', 'size', 'links'] })
    expect(checks.map(({ name }) => name)).toEqual(['size', 'links'])
  })

  it('names the email clients that are the program itself, whose changes nobody knows', async () => {
    const { checks } = await check({ html_text: 'x', clients: ['ROUNDCUBE', 'OL2016'], only: ['code'] })
    expect(checks[0]?.facts).toMatchObject({ not_computed: ['ROUNDCUBE'] })
  })

  it('looks at the email clients of an installation, or those that the user of a token chose', async () => {
    expect((await check({ html_text: 'x' })).clients_checked).toEqual(['GMAILNEW', 'PLAINTEXT'])
    const { userId, headers } = await connectApplication(api)
    await replaceEmailClientChoice(api, userId, ['OL2016'])
    const { body: answer } = await postJson(api, '/checks', { html_text: 'x' }, headers)
    expect(answer.clients_checked).toEqual(['OL2016'])
  })

  it('refuses an email without content, and unknown checks and email clients, by name', async () => {
    expect((await refused({ subject: 'Hello' })).body.description).toMatch(/has no content/)
    expect((await refused({ html_text: 'x', only: ['link'] })).body).toMatchObject({
      description: expect.stringMatching(/no check 'link', only code, .*did you mean .*links/i) as string,
      errors: [{ field: 'only' }],
    })
    expect((await refused({ html_text: 'x', clients: ['OL2O16'] })).body).toMatchObject({
      description: expect.stringContaining('OL2O16') as string,
      errors: [{ field: 'clients', code: 'unknown_client' }],
    })
    expect((await refused({ html_text: 'x', clients: [] })).body.errors).toMatchObject([
      { field: 'clients', code: 'out_of_range' },
    ])
    expect((await refused({ raw_source: 'x', html_text: 'x' })).body.description).toMatch(
      /leave out html_text/,
    )
    expect((await postJson(api, '/checks', { html_text: 'x' })).status).toBe(401)
  })

  it('answers with SARIF whom asks for it', async () => {
    const html_text = body('<img src="http://x.example/a.png" alt="A">')
    const response = await fetch(`${api.url}/checks`, {
      method: 'POST',
      headers: { ...api.headers, 'Content-Type': 'application/json', Accept: 'application/sarif+json' },
      body: JSON.stringify({ html_text, only: ['images'] }),
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^application\/sarif\+json/),
    ])
    const { version, runs } = (await response.json()) as Log
    const result = runs[0]?.results?.find(({ ruleId }) => ruleId === 'images/http')
    expect([version, result]).toEqual([
      '2.1.0',
      expect.objectContaining({
        level: 'warning',
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'email.html' },
              region: expect.objectContaining({ startLine: 5, startColumn: 6, endLine: 5 }) as object,
            },
          },
        ],
        partialFingerprints: { 'finding/v1': expect.any(String) as string },
        fixes: [
          expect.objectContaining({
            artifactChanges: [
              {
                artifactLocation: { uri: 'email.html' },
                replacements: [
                  {
                    deletedRegion: { startLine: 5, startColumn: 11, endLine: 5, endColumn: 15 },
                    insertedContent: { text: 'https' },
                  },
                ],
              },
            ],
          }),
        ],
      }),
    ])
  })
})

describe('GET /emails/{guid}/checks', () => {
  const checksOf = async (guid: string, query = ''): Promise<Checks> => {
    const response = await get(`/emails/${guid}/checks${query}`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return (await response.json()) as Checks
  }

  it('knows the files of the email’s pictures, and those that could not be fetched', async () => {
    const guid = await postEmail(api, {
      html_text: body(
        `<img src="${web.url}/a.png" alt="A">\n<img src="${web.url}/lost.png" alt="B" width="9">`,
      ),
    })
    const report = await checksOf(guid, '?only=images&client=OL2016')
    expect(report).toMatchObject({ email_guid: guid, clients_checked: ['OL2016'] })
    expect(ofRule(report, 'images/not-fetched')).toMatchObject({
      what: `${web.url}/lost.png`,
      severity: 'error',
      where: { line: 6 },
      description: expect.stringContaining('404') as string,
    })
    expect(ofRule(report, 'images/no-width')).toMatchObject({
      where: { line: 5 },
      clients: ['OL2016'],
      fix: { edits: [{ text: ' width="40"' }] },
    })
    const findings = findingsOf(await checksOf(guid))
    const told = findings.filter(({ what }) => what.endsWith('lost.png'))
    expect(told.map(({ rule }) => rule)).toEqual(['images/not-fetched'])
    // Pictures of one server are one finding.
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: 'images/http', what: `http://127.0.0.1:${web.port}` }),
    )
  })

  it('is sure that a picture is missing only where no limit of ours and no fault of the network explains it', async () => {
    const html_text = body(`<img src="${web.url}/lost.png">\n<img src="${web.url}/broken-off.png">`)
    const report = await checksOf(await postEmail(api, { html_text }), '?only=images')
    const told = findingsOf(report).filter(({ rule }) => rule === 'images/not-fetched')
    expect(told.map(({ what, severity }) => [what.replace(web.url, ''), severity])).toEqual([
      ['/lost.png', 'error'],
      ['/broken-off.png', 'warning'],
    ])
  })

  it('remembers the header of a message', async () => {
    const raw_source = 'From: a@b.example\r\nContent-Type: text/html\r\n\r\n<p>Hello</p>'
    const guid = await postEmail(api, { raw_source })
    const report = await checksOf(guid, '?only=headers')
    expect(ofRule(report, 'headers/date')).toBeDefined()
    expect(ofRule(report, 'headers/from')).toBeUndefined()
  })

  it('says the same as when the email is sent for this alone, but for its pictures', async () => {
    const sent = { html_text: body('<a href="#">x</a><video></video>'), subject: 'Hello' }
    const guid = await postEmail(api, sent)
    const { body: answer } = await postJson(api, '/checks', sent, api.headers)
    expect(findingsOf(await checksOf(guid))).toEqual(findingsOf(answer as Checks))
  })

  it('lets no account occupy all threads: another’s checks are answered in between', async () => {
    const heavy = `<style>${'.a>.b:hover{background:linear-gradient(red,blue)}'.repeat(1_500)}</style>`
    const guid = await postEmail(api, { html_text: heavy })
    let ended = 0
    const asked = Array.from({ length: 20 }, () =>
      get(`/emails/${guid}/checks?client=ANDROIDSAMSUNG10`).then(({ status }) => {
        ended += 1
        return status
      }),
    )
    await Promise.race(asked)
    const quiet = await postJson(api, '/checks', { html_text: '<p>x' }, await addAccount(api))
    expect([quiet.status, ended < 15]).toEqual([200, true])
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
  })

  it('are answered for another account’s small email while those of long ones are made', async () => {
    const long = `<style>${'.a>.b:hover{background:linear-gradient(red,blue)}'.repeat(60_000)}</style>`
    const guid = await postEmail(api, { html_text: long })
    const headers = await addAccount(api)
    // However busy the machine is.
    const timeouts = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
    const reads = jest.spyOn(api.storage, 'get')
    const turns = (): number => reads.mock.calls.filter(([key]) => key === frozenEmailKey(guid)).length
    const hungUp = new AbortController()
    const asked = Array.from({ length: 6 }, () =>
      fetch(`${api.url}/emails/${guid}/checks?only=code&client=ANDROIDSAMSUNG10`, {
        headers: api.headers,
        signal: hungUp.signal,
      }).catch(() => null),
    )
    await until(() => turns() > 0)
    const begun = turns()
    const clients = groupAlike(uprightWithImages(emailClients))
      .map(([{ emailClient }]) => emailClient.code)
      .slice(0, 10)
    const quiet = await postJson(api, '/checks', { html_text: '<p>Hello</p>', clients }, headers)
    const later = turns() - begun
    hungUp.abort()
    await Promise.all(asked)
    reads.mockRestore()
    timeouts.mockRestore()
    expect([quiet.status, later < 4 ? 'few turns' : later]).toEqual([200, 'few turns'])
  })

  it('says of an email that cannot be gone through in time which checks failed, and does the others', async () => {
    const guid = await postEmail(api, { html_text: body('<a href="#">x</a>') })
    const queued = jest
      .spyOn(AbortSignal, 'timeout')
      // The time for all email clients is over before the first.
      .mockImplementation((ms) => (ms === 40_000 ? AbortSignal.abort() : timeout(ms)))
    const { checks, complete } = await checksOf(guid)
    queued.mockRestore()
    const failed = checks.filter(({ status }) => status === 'failed')
    expect([complete, failed.map(({ name }) => name)]).toEqual([true, ['code', 'images', 'dark']])
    expect(failed[0]?.description).toContain('could not be gone through in time')
    expect(checks.flatMap(({ findings }) => findings)).toContainEqual(
      expect.objectContaining({ rule: 'links/empty' }),
    )
  })

  it('is for the owner only, for 48 hours, and names what is unknown', async () => {
    const guid = await postEmail(api, { html_text: 'x' })
    const stranger = await addAccount(api)
    expect((await get(`/emails/${guid}/checks`, stranger)).status).toBe(404)
    expect((await get(`/emails/${randomUUID()}/checks`)).status).toBe(404)
    expect((await get(`/emails/x/checks`)).status).toBe(400)
    for (const query of ['only=none', 'client=NONE', `client=${'A&client='.repeat(50)}A`])
      expect((await get(`/emails/${guid}/checks?${query}`)).status).toBe(400)
    const lifetimeMs = 48 * 3_600_000
    api.clock.advance(lifetimeMs + 1)
    expect((await get(`/emails/${guid}/checks`)).status).toBe(404)
    api.clock.advance(-lifetimeMs - 1)
  })
})

describe('GET /checks/rules', () => {
  it('lists every rule to anybody, and may be cached', async () => {
    const response = await get('/checks/rules', { 'X-Forwarded-Proto': 'https' })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    const rules = (await response.json()) as z.output<typeof checkRulesBody>
    expect(rules).toContainEqual({
      rule: 'images/no-alt',
      severity: 'error',
      title: 'A picture has no alternative text.',
      explains_url: 'https://www.w3.org/TR/WCAG22/#non-text-content',
      sources: [{ title: 'WCAG 2.2 §1.1.1', url: 'https://www.w3.org/TR/WCAG22/#non-text-content' }],
    })
  })
})

describe('CHECKS_PER_MINUTE', () => {
  it('refuses an account that asks without end, and no other', async () => {
    const limited = await startApi({ limits: { checksPerMinute: 2 } })
    try {
      const ask = (headers = limited.headers): Promise<JsonAnswer> =>
        postJson(limited, '/checks', { plain_text: 'x' }, headers)
      const first = await ask()
      expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([200, '"checks";q=2;w=60'])
      await ask()
      const refused = await ask()
      expect([refused.status, refused.body.description]).toEqual([
        429,
        expect.stringMatching(/may ask for checks of emails 2 times a minute/),
      ])
      expect((await ask(await addAccount(limited))).status).toBe(200)
    } finally {
      await limited.close()
    }
  })

  it('counts checks that are asked for with an email; beyond the limit nothing is stored or counted as an email', async () => {
    const limited = await startApi({ limits: { checksPerMinute: 1, emailsPerMinute: 100 } })
    try {
      const post = (key: string, checks: string[] | undefined): Promise<JsonAnswer> =>
        postJson(
          limited,
          '/emails',
          { plain_text: 'x', checks },
          { ...limited.headers, 'Idempotency-Key': key },
        )
      const first = await post('one', ['size'])
      // Also when it is repeated.
      expect((await post('one', ['size'])).body).toEqual(first.body)
      const { status, headers, body } = await post('two', ['size'])
      expect([status, headers.get('ratelimit-policy'), body.description]).toEqual([
        429,
        '"checks";q=1;w=60',
        expect.stringMatching(/checks of emails 1 times a minute .* not stored/),
      ])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect([await limited.db.email.count(), await limited.db.idempotencyKey.count()]).toEqual([1, 1])
      const without = await post('two', undefined)
      expect([without.status, without.headers.get('x-ratelimit-remaining')]).toEqual([200, '97'])
    } finally {
      await limited.close()
    }
  })
})
