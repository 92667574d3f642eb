import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { changesBody } from '@pas/api-contract/changes'
import { emailPrefix, frozenEmailKey } from '@pas/emails/storage-keys'
import { emailClients } from '@pas/email-clients/catalogue'
import { groupAlike, uprightWithImages } from '@pas/email-clients/effects/changes-of-clients'
import { explainChange } from '@pas/email-clients/effects/explain-change'
import { emulate } from '@pas/email-clients/emulate'
import { findSourceUrl } from '@pas/email-clients/sources/cited-sources'
import { processorMsOf } from '@pas/testing/processor-time'
import { until } from '@pas/testing/until'
import type { z } from 'zod'
import { addAccount } from './post-json'
import { postEmail, startApi, type TestApi } from './start-api'

type Change = z.output<typeof changesBody>[number]

describe('GET /emails/{guid}/previews/{code}/changes', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())

  const get = (guid: string, rest: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${api.url}/emails/${guid}/previews/${rest}`, { headers: { ...api.headers, ...headers } })
  const changesOf = async (guid: string, rest: string): Promise<Change[]> => {
    const response = await get(guid, rest)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return (await response.json()) as Change[]
  }
  async function expectRefused(response: Response, status: number, description: RegExp): Promise<void> {
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store'])
    expect(await response.json()).toMatchObject({ description: expect.stringMatching(description) as string })
  }
  const linesBefore = '<!doctype html>\n<body>\n'

  it('says what the client removes, where it is first in the HTML as sent, how often, and by which source', async () => {
    const positioned = '<p style="position:fixed">x</p>'
    const guid = await postEmail(api, { html_text: `${linesBefore}  ${positioned}\n${positioned}` })
    expect(await changesOf(guid, 'CHROMEGMAILNEW/changes')).toContainEqual({
      rule: expect.any(String) as string,
      what: 'position',
      where: { line: 3, column: 6 },
      count: 2,
      source: expect.stringMatching(/caniemail/) as string,
      source_url: 'https://www.caniemail.com/features/css-position/',
      effect: 'visible',
      basis: 'rule',
      boxes: [],
      instead: {
        text: expect.stringContaining('table cells') as string,
        source: 'foundation-emails, docs: tips and tricks',
        source_url: 'https://github.com/foundation/foundation-emails/tree/develop/docs/pages',
      },
    })
  })

  it('says what is written for other email clients, and what is not seen', async () => {
    const guid = await postEmail(api, {
      html_text: `<!--[if mso]><b>x</b><![endif]--><p style="mso-hide:all;-webkit-text-size-adjust:100%">x</p>`,
    })
    const changes = await changesOf(guid, 'CHROMEGMAILNEW/changes')
    const effectOf = (what: string): unknown => changes.find((change) => change.what === what)
    expect(effectOf('mso-hide')).toMatchObject({ effect: 'other_clients', instead: null })
    expect(effectOf('conditional comment')).toMatchObject({ effect: 'other_clients' })
    expect(effectOf('-webkit-text-size-adjust')).toMatchObject({ effect: 'none', instead: null })
    // Pictures without images were not measured.
    expect(await changesOf(guid, 'CHROMEGMAILNEW/changes?images=blocked')).toContainEqual(
      expect.objectContaining({ what: '-webkit-text-size-adjust', effect: 'visible' }),
    )
  })

  it('says of a program that really runs that its changes are not computed', async () => {
    const guid = await postEmail(api, { html_text: '<p style="position:fixed">x</p>' })
    for (const code of ['THUNDERBIRDLATEST', 'ROUNDCUBE'])
      expect(await changesOf(guid, `${code}/changes`)).toEqual([
        {
          rule: 'not-computed',
          what: expect.any(String) as string,
          where: null,
          count: 1,
          source: 'not computed: this is the program itself',
          source_url: null,
          effect: 'none',
          basis: 'rule',
          boxes: [],
          instead: null,
        },
      ])
  })

  it('takes a code in lower case, and answers HEAD without the list', async () => {
    const guid = await postEmail(api, { html_text: '<p style="position:fixed">x</p>' })
    const upper = await changesOf(guid, 'CHROMEGMAILNEW/changes')
    expect(await changesOf(guid.toUpperCase(), 'chromegmailnew/changes?')).toEqual(upper)
    const response = await fetch(`${api.url}/emails/${guid}/previews/CHROMEGMAILNEW/changes`, {
      method: 'HEAD',
      headers: api.headers,
    })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it('is empty for a client that changes nothing', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    expect(await changesOf(guid, 'PLAINTEXT/changes')).toEqual([])
  })

  it('applies the options: with images blocked the changes differ', async () => {
    const guid = await postEmail(api, { html_text: '<img src="https://x.invalid/a.png" alt="A">' })
    const allowed = await changesOf(guid, 'CHROMEGMAILNEW/changes')
    const blocked = await changesOf(guid, 'CHROMEGMAILNEW/changes?images=blocked')
    expect(blocked).not.toEqual(allowed)
  })

  it('reads a whole message too, and gives no place in HTML that was never sent', async () => {
    const raw_source = 'Content-Type: text/html\r\n\r\n<p style="position:fixed">x</p>'
    const whole = await changesOf(await postEmail(api, { raw_source }), 'CHROMEGMAILNEW/changes')
    expect(whole).toContainEqual(expect.objectContaining({ what: 'position', where: { line: 1, column: 4 } }))
    const fromText = await changesOf(
      await postEmail(api, { plain_text: 'https://x.invalid' }),
      'CHROMEGMAILNEW/changes',
    )
    expect(fromText.map(({ where }) => where)).toEqual(fromText.map(() => null))
  })

  it('answers for every client of the catalogue, served or not, with what emulating it tells', async () => {
    const email = { html: '<p style="position:fixed">x</p>', plainText: 'x' }
    const guid = await postEmail(api, { html_text: email.html, plain_text: email.plainText })
    const content = { ...email, subject: null, fromAddress: null, fromDisplayName: null }
    for (const emailClient of emailClients) {
      const { code, orientationOptions, imagesOptions } = emailClient
      const options = {
        orientation: orientationOptions.at(-1) ?? 'vertical',
        images: imagesOptions.at(-1) ?? 'allowed',
      }
      const { changes } = emulate(emailClient, content, { ...options, assetUrl: (url) => url })
      const query = new URLSearchParams(options).toString()
      const told = changes.map((change) => ({
        ...change,
        source_url: findSourceUrl(change.source),
        ...explainChange(change, emailClient, options),
        boxes: [],
      }))
      if (emailClient.fidelity === 'client') continue
      expect({ code, changes: await changesOf(guid, `${code}/changes?${query}`) }).toEqual({
        code,
        changes: told,
      })
    }
  })

  it('starts no capture', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    await changesOf(guid, 'PLAINTEXT/changes')
    expect(await api.db.preview.count({ where: { emailId: guid } })).toBe(0)
  })

  it('is for the owner only: another account’s email looks like an unknown one', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const stranger = await addAccount(api)
    const withoutId = async (response: Response) => ({
      ...((await response.json()) as Record<string, unknown>),
      request_id: null,
    })
    const unknown = await get(randomUUID(), 'PLAINTEXT/changes', stranger)
    const anothers = await get(guid, 'PLAINTEXT/changes', stranger)
    expect([anothers.status, await withoutId(anothers)]).toEqual([404, await withoutId(unknown)])
  })

  it('answers 401 first without credentials, then 400 to a wrong guid, code or option, and 405 to other methods', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const nobody = await get('no-guid', 'NONE/changes', { Authorization: 'Basic Og==' })
    expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Basic .*, Bearer /),
    ])
    await expectRefused(await get('no-guid', 'PLAINTEXT/changes'), 400, /email_guid must be a UUID/)
    await expectRefused(await get(guid, 'NONE/changes'), 400, /no email client 'NONE'; GET \/clients/)
    await expectRefused(
      await get(guid, 'PLAINTEXT/changes?images=blocked'),
      400,
      /PLAINTEXT does not offer images "blocked"/,
    )
    await expectRefused(
      await get(guid, 'PLAINTEXT/changes?orientation=horizontal'),
      400,
      /does not offer orientation/,
    )
    const posted = await fetch(`${api.url}/emails/${guid}/previews/PLAINTEXT/changes`, {
      method: 'POST',
      headers: api.headers,
    })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('is there for 48 hours, and 404 once the content was erased or deleted', async () => {
    const [guid, erased] = [
      await postEmail(api, { plain_text: 'x' }),
      await postEmail(api, { plain_text: 'x' }),
    ]
    await api.storage.deletePrefix(emailPrefix(erased))
    await expectRefused(await get(erased, 'PLAINTEXT/changes'), 404, /unknown, or older than 48 hours/)
    const lifetimeMs = 48 * 3_600_000
    api.clock.advance(lifetimeMs - 60_000)
    expect((await get(guid, 'PLAINTEXT/changes')).status).toBe(200)
    api.clock.advance(60_001)
    await expectRefused(await get(guid, 'PLAINTEXT/changes'), 404, /unknown, or older than 48 hours/)
    api.clock.advance(-lifetimeMs)
  })

  it('keeps the process answering while it emulates a hostile email', async () => {
    const hostile = `<style>${'.a>.b:hover{background:linear-gradient(red,blue)}'.repeat(20_000)}</style>`
    const guid = await postEmail(api, { html_text: hostile })
    let isDone = false
    const changes = changesOf(guid, 'CHROMEGMAILNEW/changes').finally(() => {
      isDone = true
    })
    let longestTurnMs = 0
    while (!isDone) {
      // Of this thread alone: the email is emulated in another.
      const turn = process.threadCpuUsage()
      await new Promise(setImmediate)
      const { user, system } = process.threadCpuUsage(turn)
      longestTurnMs = Math.max(longestTurnMs, (user + system) / 1_000)
    }
    expect(await changes).not.toEqual([])
    expect(longestTurnMs).toBeLessThan(500)
  })

  it('lets no account occupy all threads: another’s upload and changes are answered in between', async () => {
    const heavy = `<style>${'.a>.b:hover{background:linear-gradient(red,blue)}'.repeat(1_500)}</style>`
    const guid = await postEmail(api, { html_text: heavy })
    const ended: string[] = []
    const note = (name: string) => (response: Response) => {
      ended.push(name)
      return response.status
    }
    const asked = Array.from({ length: 40 }, () => get(guid, 'ANDROIDSAMSUNG10/changes').then(note('heavy')))
    await Promise.race(asked)
    const other = { ...api, headers: await addAccount(api) }
    // Longer than `maxInlineLength`, so that it is read in a thread.
    const quiet = await postEmail(other, { html_text: '<img src="cid:none">'.repeat(1_000) })
    ended.push('upload')
    expect(await get(quiet, 'CHROMEGMAILNEW/changes', other.headers).then(note('question'))).toBe(200)
    const before = ended.filter((name) => name === 'heavy').length
    expect({ ended, isInTime: before < 20 }).toMatchObject({ isInTime: true })
    for (const status of await Promise.all(asked)) expect([200, 503]).toContain(status)
  })

  describe('of a long email', () => {
    const long = `<style>${'.a>.b:hover{background:linear-gradient(red,blue)}'.repeat(60_000)}</style>`
    /** However busy the machine is. */
    const stopTimeouts = () =>
      jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
    /** Asks for them this many times, of which the first have turns when it resolves. */
    async function ask(guid: string, count: number) {
      const reads = jest.spyOn(api.storage, 'get')
      const turns = (): number => reads.mock.calls.filter(([key]) => key === frozenEmailKey(guid)).length
      const hungUp = new AbortController()
      const { signal } = hungUp
      const { headers, url } = api
      const asked = Array.from({ length: count }, () =>
        fetch(`${url}/emails/${guid}/previews/ANDROIDSAMSUNG10/changes`, { headers, signal }).catch(
          () => null,
        ),
      )
      await until(() => turns() >= Math.min(count, placesOfLongEmails))
      const hangUp = async (): Promise<void> => {
        hungUp.abort()
        await Promise.all(asked)
      }
      return { turns, hangUp }
    }
    /** As many as threads that an account’s long emails may occupy. */
    const placesOfLongEmails = Math.max(1, availableParallelism() - 1)

    afterEach(() => jest.restoreAllMocks())

    it('do not delay those of another account’s small one, nor its upload', async () => {
      stopTimeouts()
      const other = { ...api, headers: await addAccount(api) }
      const { turns, hangUp } = await ask(await postEmail(api, { html_text: long }), 12)
      const begun = turns()
      // Longer than `maxInlineLength`, so that it is read in a thread.
      const small = await postEmail(other, { html_text: '<img src="cid:none">'.repeat(1_000) })
      const codes = groupAlike(uprightWithImages(emailClients)).map(([{ emailClient }]) => emailClient.code)
      const query = codes
        .slice(0, 10)
        .map((code) => `client=${code}`)
        .join('&')
      const answer = await fetch(`${api.url}/emails/${small}/changes?${query}`, { headers: other.headers })
      const later = turns() - begun
      await hangUp()
      expect([answer.status, later < 4 ? 'few turns' : later]).toEqual([200, 'few turns'])
    })

    it('stop taking time of a thread when their caller hangs up', async () => {
      stopTimeouts()
      const small = await postEmail(api, { html_text: '<p>Hello</p>' })
      const guid = await postEmail(api, { html_text: long })
      const whole = await processorMsOf(() => changesOf(guid, 'ANDROIDSAMSUNG10/changes'))
      const { hangUp } = await ask(guid, placesOfLongEmails)
      await hangUp()
      const after = await processorMsOf(() => changesOf(small, 'ANDROIDSAMSUNG10/changes'))
      expect(after).toBeLessThan(whole / 2)
    })
  })

  it('holds few long emails in memory, however many requests come at once', async () => {
    const guid = await postEmail(api, { html_text: `<p>${'x'.repeat(100_000)}` })
    let [reading, most] = [0, 0]
    const read = api.storage.get.bind(api.storage)
    const gets = jest.spyOn(api.storage, 'get').mockImplementation(async (key) => {
      most = Math.max(most, ++reading)
      return read(key).finally(() => reading--)
    })
    await Promise.all(Array.from({ length: 50 }, () => changesOf(guid, 'CHROMEGMAILNEW/changes')))
    gets.mockRestore()
    expect(most).toBeLessThan(Math.max(2, availableParallelism()))
  })
})
