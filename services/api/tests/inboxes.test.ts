import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { openDatabase } from '@pas/db/database'
import { eraseContents } from '@pas/retention/erase-contents'
import { startSmallWeb } from '@pas/testing/small-web'
import { capturedColumns } from '@pas/testing/preview-columns'
import { until } from '@pas/testing/until'
import { createOpenapiDocument } from '../src/document/openapi-document'
import { insertPreview } from './add-preview'
import { pngOf } from './asset-pictures'
import { isOwnServer } from './description'
import { htmlPart, message, textPart } from './messages'
import { postJson } from './post-json'
import { receiveMail } from './receive-mail'
import { apiUrl, authUrl, postEmail, startApi, type TestApi } from './start-api'

const png = pngOf(10, 10)

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

interface Listed {
  email_guid: string
  inbox: string | null
  recipients: string[]
  unread: boolean
  revision_of: string | null
  subject: string | null
}
interface Body {
  emails: Listed[]
  next?: string
  description: string
  inboxes: unknown[]
}

const mailTo = (to: string, subject = 'Hello'): string =>
  message(textPart('Hello'), `Subject: ${subject}`, 'From: App <app@x.example>', `To: ${to}`)
const mail = mailTo('ada@x.example')

const ask = (
  { url, headers }: Pick<TestApi, 'url' | 'headers'>,
  path: string,
  { wait, signal }: { wait?: number; signal?: AbortSignal } = {},
): Promise<Response> =>
  fetch(`${url}${path}`, {
    headers: { ...headers, ...(wait !== undefined && { Prefer: `wait=${wait}` }) },
    ...(signal && { signal }),
  })
const bodyOf = async (response: Response): Promise<Body> => (await response.json()) as Body
const get = async (of: Pick<TestApi, 'url' | 'headers'>, path: string): Promise<Body> =>
  bodyOf(await ask(of, path))
const statusOf = async (of: Pick<TestApi, 'url' | 'headers'>, path: string): Promise<[string, number]> => [
  path,
  (await ask(of, path)).status,
]
const guidsOf = ({ emails }: Body): string[] => emails.map(({ email_guid }) => email_guid)

/** The same API for another account. */
async function ofAnotherAccount(onlyMail = false): Promise<TestApi> {
  const { id: accountId } = await createAccount(api, { name: 'Another' })
  const apiKey = await createApiKey(api, { accountId, onlyMail })
  const Authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`
  return { ...api, accountId, apiKey, headers: { ...api.headers, Authorization } }
}

describe('GET /emails of an inbox', () => {
  it('lists its mail alone, and behind one of it oldest first, page by page', async () => {
    const own = await ofAnotherAccount()
    const guids: string[] = []
    for (const inbox of ['staging', 'staging', 'dev', 'staging', 'staging'])
      guids.push((await receiveMail(own, { inbox, message: mail })).id)
    const [first = '', second, , fourth, fifth] = guids
    api.clock.advance(1_000)
    const posted = await postEmail(own, { plain_text: 'x' }, own.headers)
    expect(guidsOf(await get(own, '/emails?inbox=staging'))).toEqual([fifth, fourth, second, first])

    const page = await get(own, `/emails?inbox=staging&after=${first.toUpperCase()}&limit=2`)
    expect([guidsOf(page), page.next]).toEqual([[second, fourth], fourth])
    const last = await get(own, `/emails?inbox=staging&after=${page.next ?? ''}&limit=2`)
    expect([guidsOf(last), last.next]).toEqual([[fifth], undefined])
    expect(guidsOf(await get(own, `/emails?after=${first}`))).toEqual([...guids.slice(1), posted])
    expect(guidsOf(await get(own, `/emails?after=${posted}`))).toEqual([])
    expect(guidsOf(await get(own, '/emails?inbox=none'))).toEqual([])
  })

  it('finds mail by an address of its header or envelope, in upper or lower case', async () => {
    const own = await ofAnotherAccount()
    const header = 'Ada <Ada@X.example>, grace@x.example'
    const { id } = await receiveMail(own, {
      inbox: 'a',
      message: mailTo(header),
      recipients: ['hidden@x.example'],
    })
    await receiveMail(own, { inbox: 'a', message: mailTo('other@x.example') })
    for (const to of ['ada@x.example', 'GRACE@x.example', 'Hidden@x.example'])
      expect([to, guidsOf(await get(own, `/emails?inbox=a&to=${encodeURIComponent(to)}`))]).toEqual([
        to,
        [id],
      ])
    expect(guidsOf(await get(own, '/emails?to=x.example'))).toEqual([])
    const { emails } = await get(own, '/emails?to=ada%40x.example')
    expect([...(emails[0]?.recipients ?? [])].sort()).toEqual([
      'ada@x.example',
      'grace@x.example',
      'hidden@x.example',
    ])
  })

  it('refuses a guid that is unknown or another account’s, and `after` beside `before`', async () => {
    const own = await ofAnotherAccount()
    const { id } = await receiveMail(own, { inbox: 'a', message: mail })
    await receiveMail(own, { inbox: 'a', message: mail })
    const { next = '' } = await get(own, '/emails?limit=1')
    const unknown = '8e03978e-40d5-43dd-bc93-6894a57f9324'
    expect(await statusOf(own, `/emails?after=${unknown}`)).toEqual([expect.anything(), 404])
    expect(await statusOf(api, `/emails?after=${id}`)).toEqual([expect.anything(), 404])
    expect(await statusOf(own, `/emails?after=${id}&before=${next}`)).toEqual([expect.anything(), 400])
    for (const query of [
      'after=x',
      'inbox=',
      'inbox=A',
      `inbox=${'a'.repeat(41)}`,
      'inbox=a&inbox=b',
      'to=%00',
    ])
      expect(await statusOf(own, `/emails?${query}`)).toEqual([`/emails?${query}`, 400])
  })

  it('makes a mail a revision of the last in its inbox with the same reference', async () => {
    const own = await ofAnotherAccount()
    const receive = (inbox: string, reference: string | null) =>
      receiveMail(own, { inbox, message: mail, reference })
    const [first, elsewhere, other, second, third, without] = [
      await receive('a', 'welcome'),
      await receive('b', 'welcome'),
      await receive('a', 'receipt'),
      await receive('a', 'welcome'),
      await receive('a', 'welcome'),
      await receive('a', null),
    ]
    const revisions = [first, elsewhere, other, second, third, without].map(({ revisionOf }) => revisionOf)
    expect(revisions).toEqual([null, null, null, first.id, second.id, null])
  })

  it('erases the recipients with the subject', async () => {
    const own = await ofAnotherAccount()
    const { id } = await receiveMail(own, { inbox: 'a', message: mail, recipients: ['b@x.example'] })
    await insertPreview(own, id, capturedColumns(api.clock.now()))
    await api.db.email.update({ where: { id }, data: { expiresAt: api.clock.now() } })
    await eraseContents({ ...api, signal: new AbortController().signal })
    expect((await get(own, '/emails?inbox=a')).emails).toMatchObject([
      { email_guid: id, subject: null, recipients: [], inbox: 'a' },
    ])
    expect(guidsOf(await get(own, '/emails?to=b%40x.example'))).toEqual([])
  })

  it('misses none of the mails that two processes take in at the same moment', async () => {
    const own = await ofAnotherAccount()
    const { id: start } = await receiveMail(own, { inbox: 'a', message: mail })
    // The clock stands still, so all of them come at the same millisecond.
    const otherProcess = openDatabase({ url: api.databaseUrl, poolMax: 5 })
    const seen: string[] = []
    const follow = async (): Promise<void> => {
      const body = await get(own, `/emails?inbox=a&after=${seen.at(-1) ?? start}&limit=3`)
      seen.push(...guidsOf(body))
    }
    try {
      const receiving = Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          receiveMail(own, { inbox: 'a', message: mail }, n % 2 ? otherProcess : api.db),
        ),
      )
      let isDone = false
      const done = receiving.finally(() => (isDone = true))
      while (!isDone) await follow()
      const made = (await done).map(({ id }) => id)
      for (let before = -1; before < seen.length;) {
        before = seen.length
        await follow()
        if (seen.length === before) break
      }
      expect([...seen].sort()).toEqual([...made].sort())
    } finally {
      await otherProcess.$disconnect()
    }
  })
})

describe('GET /emails with Prefer: wait', () => {
  it('is answered when the next mail that matches comes', async () => {
    const own = await ofAnotherAccount()
    const { id: first } = await receiveMail(own, { inbox: 'a', message: mail })
    const waiting = ask(own, `/emails?inbox=a&to=b%40x.example&after=${first}`, { wait: 30 })
    const waitingForFirst = ask(own, '/emails?inbox=new', { wait: 30 })
    await until(() => api.waitingPlaces.size === 2)
    await receiveMail(own, { inbox: 'b', message: mailTo('b@x.example') })
    await receiveMail(own, { inbox: 'a', message: mail })
    const { id } = await receiveMail(own, { inbox: 'a', message: mailTo('b@x.example') })
    const answer = await waiting
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'wait=30'])
    expect(guidsOf(await bodyOf(answer))).toEqual([id])
    const { id: inNew } = await receiveMail(own, { inbox: 'new', message: mail })
    expect(guidsOf(await bodyOf(await waitingForFirst))).toEqual([inNew])
    expect(api.waitingPlaces.size).toBe(0)
  })

  it('is answered at once when there is one, and empty when its time is over', async () => {
    const own = await ofAnotherAccount()
    const empty = await ask(own, '/emails?inbox=a', { wait: 0 })
    expect([empty.status, guidsOf(await bodyOf(empty))]).toEqual([200, []])
    expect(guidsOf(await bodyOf(await ask(own, '/emails?inbox=a', { wait: 1 })))).toEqual([])
    const { id } = await receiveMail(own, { inbox: 'a', message: mail })
    expect(guidsOf(await bodyOf(await ask(own, '/emails?inbox=a', { wait: 30 })))).toEqual([id])
  })

  it('gives its place back when the caller hangs up', async () => {
    const hangUp = new AbortController()
    const waiting = ask(api, '/emails?inbox=a', { wait: 30, signal: hangUp.signal })
    await until(() => api.waitingPlaces.size === 1)
    hangUp.abort()
    await expect(waiting).rejects.toThrow()
    // Before the wait ends by itself, after 10 s.
    await until('the place is given back', () => api.waitingPlaces.size === 0, 8_000)
  })

  it('refuses an account that has as many waiting as it may, and no list that does not wait', async () => {
    const small = await startApi({ waitLimits: { owners: 4 } })
    try {
      const hangUp = new AbortController()
      const wait = (): Promise<Response> => ask(small, '/emails?inbox=a', { wait: 30, signal: hangUp.signal })
      const both = [wait(), wait()]
      await until(() => small.waitingPlaces.size === 2)
      const refused = await wait()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15'])
      expect((await ask(small, '/emails?inbox=a')).status).toBe(200)
      hangUp.abort()
      await Promise.allSettled(both)
    } finally {
      await small.close()
    }
  })
})

describe('GET /inboxes', () => {
  it('lists inboxes with the number of their mails and of those that nobody has looked at', async () => {
    const own = await ofAnotherAccount()
    const old = await receiveMail(own, { inbox: 'old', message: mail })
    api.clock.advance(1_000)
    const { id } = await receiveMail(own, { inbox: 'new', message: mail })
    const { createdAt } = await receiveMail(own, { inbox: 'new', message: mail })
    await postEmail(own, { plain_text: 'x' }, own.headers)
    expect((await get(own, `/emails/${id}`)) as unknown as Listed).toMatchObject({ unread: true })
    await postJson(
      own,
      `/emails/${id}/previews/prefetch`,
      { configurations: [{ client: 'PLAINTEXT' }] },
      own.headers,
    )
    await until(async () => !((await get(own, `/emails/${id}`)) as unknown as Listed).unread)
    const { inboxes } = await get(own, '/inboxes')
    expect(inboxes).toEqual([
      { name: 'new', emails: 2, unread: 1, last_email_at: createdAt.toISOString() },
      { name: 'old', emails: 1, unread: 1, last_email_at: old.createdAt.toISOString() },
    ])
    expect((await get(await ofAnotherAccount(), '/inboxes')).inboxes).toEqual([])
  })
})

describe('the assets of mail', () => {
  it('are fetched once, with the first capture', async () => {
    const web = await startSmallWeb((_req, res) => void res.setHeader('Content-Type', 'image/png').end(png))
    const own = await startApi({ assetAllow: `127.0.0.1:${web.port}` })
    try {
      await own.pretendServed('text')
      const html = `<img src="${web.url}/a.png">`
      const { id } = await receiveMail(own, { inbox: 'a', message: message(htmlPart(html), 'Subject: x') })
      await get(own, `/emails/${id}`)
      await get(own, `/emails/${id}/assets`)
      await get(own, `/emails/${id}/previews`)
      expect(web.requests).toEqual([])
      // A stranger's browser asks for a picture.
      const hangUp = new AbortController()
      const strangers = ['PLAINTEXT', 'GMAILNEW'].map((code) =>
        fetch(`${own.url}/emails/${id}/previews/${code}/full`, {
          headers: { 'X-Forwarded-Proto': 'https' },
          redirect: 'manual',
          signal: hangUp.signal,
        }),
      )
      const assets = async (): Promise<unknown> => (await ask(own, `/emails/${id}/assets`)).json()
      await until(async () => JSON.stringify(await assets()).includes('"kept"'))
      hangUp.abort()
      await Promise.allSettled(strangers)
      expect(web.requests).toEqual(['GET /a.png'])
      expect((await get(own, '/emails?inbox=a')).emails).toMatchObject([{ unread: false }])
    } finally {
      await own.close()
      await web.close()
    }
  })
})

describe('POST /emails with an inbox', () => {
  it('takes a message in as mail', async () => {
    const own = await ofAnotherAccount()
    const sent = { inbox: 'tests', raw_source: mail, reference: 'r' }
    const first = await postEmail(own, sent, own.headers)
    const second = await postEmail(own, sent, own.headers)
    expect((await get(own, '/emails?inbox=tests')).emails).toMatchObject([
      { email_guid: second, unread: true, recipients: ['ada@x.example'], revision_of: first },
      { email_guid: first, unread: true, subject: 'Hello', inbox: 'tests' },
    ])
  })

  it.each([
    ['no message', { plain_text: 'x', inbox: 'a' }, 'raw_source'],
    ['a name that is none', { raw_source: mail, inbox: 'Ada' }, 'inbox'],
    [
      'its own revision',
      { raw_source: mail, inbox: 'a', revision_of: '8e03978e-40d5-43dd-bc93-6894a57f9324' },
      'revision_of',
    ],
  ])('refuses %s', async (_name, body, named) => {
    const { status, body: answer } = await postJson(api, '/emails', body, api.headers)
    expect([status, answer.description]).toEqual([400, expect.stringContaining(named)])
  })
})

describe('an API key that only sends mail', () => {
  it('is refused by every operation that takes a credential', async () => {
    const { url, userApiUrl, headers } = await ofAnotherAccount(true)
    const document = createOpenapiDocument({ apiUrl, authUrl, instantUrl: `${apiUrl}/v1` })
    const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) => {
        const operation = (item as Record<string, { security?: unknown[]; servers?: { url: string }[] }>)[
          method
        ]
        if (!operation?.security?.length || !isOwnServer(document, operation.servers)) return []
        const base = path.startsWith('/v2/') ? userApiUrl.replace(/\/v2$/, '') : url
        return [{ method: method.toUpperCase(), address: base + path.replaceAll(/\{\w+\}/g, exampleOf) }]
      }),
    )
    expect(operations.length).toBeGreaterThan(20)
    const answers = await Promise.all(
      operations.map(async ({ method, address }) => {
        const response = await fetch(address, { method, headers })
        return [method, address, response.status]
      }),
    )
    expect(answers.filter(([, , status]) => status !== 401)).toEqual([])
  })
})

/** Matches the parameters of paths, so that the request comes as far as its credential. */
const exampleOf = (parameter: string): string =>
  ({ '{client_code}': 'PLAINTEXT', '{size}': 'full' })[parameter] ?? '8e03978e-40d5-43dd-bc93-6894a57f9324'
