import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createApiKey } from '@pas/accounts/create-api-key'
import { getMessage } from '@pas/emails/email-content'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { createTransport } from 'nodemailer'
import { createTestCertificate } from '../../../tests/e2e/test-certificate'
import { newMessage, SmtpDialogue } from './smtp-dialogue'
import { startApi, type TestApi } from './start-api'

let folder: TestFolder
let api: TestApi
let port: number
let mailKey: string
let ca: Buffer
let tls: Awaited<ReturnType<typeof createTestCertificate>>
/** What a proxy passes on is a stranger's, so that this machine has strangers. */
const proxied = { from: '203.0.113.9' }

beforeAll(async () => {
  folder = await createTestFolder()
  tls = await createTestCertificate(folder.path)
  ca = readFileSync(tls.caFile)
  api = await startApi({ smtp: { tls } })
  port = api.smtp?.port ?? 0
  mailKey = await createApiKey(api, { accountId: api.accountId, onlyMail: true })
})
afterAll(async () => {
  await api.close()
  await folder.close()
})

interface ListedEmail {
  email_guid: string
  inbox: string | null
  recipients: string[]
  reference: string | null
  revision_of: string | null
  subject: string | null
}

async function listed(query: string): Promise<ListedEmail[]> {
  const answer = await fetch(`${api.url}/emails?${query}`, { headers: api.headers })
  return ((await answer.json()) as { emails: ListedEmail[] }).emails
}

const transportOf = (user: string, more: object = {}) =>
  createTransport({
    ...{ host: '127.0.0.1', port, auth: { user, pass: mailKey }, tls: { ca, servername: 'localhost' } },
    ...more,
  })

describe('an app that sends by SMTP', () => {
  it('has its mail as an email, with the inbox, the recipients and the bytes as they were sent', async () => {
    const sent = await transportOf('shop').sendMail({
      from: 'Ann <ann@example.com>',
      to: 'Bob <Bob@example.com>',
      bcc: 'secret@example.com',
      subject: 'Grüße',
      html: '<p>Hello</p>\n.\n..dots\n',
      text: 'Hello',
    })
    expect(sent.response).toMatch(/^250 2\.6\.0 Stored as [0-9a-f-]{36}$/)
    const [email] = await listed('inbox=shop')
    expect(email).toMatchObject({
      subject: 'Grüße',
      recipients: ['bob@example.com', 'secret@example.com'],
      reference: null,
    })
    const bytes = (await getMessage(api.storage, email?.email_guid ?? ''))?.toString('latin1') ?? ''
    expect(bytes).toContain('\r\n\r\nHello\r\n')
    expect(bytes).toContain('<p>Hello</p>\r\n.\r\n..dots\r\n')
    expect(bytes).not.toContain('secret@example.com')
  })

  it('sends over STARTTLS, by AUTH LOGIN and in a pool, one mail after the other', async () => {
    const transport = transportOf('pool', {
      pool: true,
      maxConnections: 1,
      requireTLS: true,
      authMethod: 'LOGIN',
    })
    for (const subject of ['first', 'second', 'third'])
      await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject, text: subject })
    transport.close()
    expect((await listed('inbox=pool')).map(({ subject }) => subject)).toEqual(['third', 'second', 'first'])
  })

  it('names the email by X-PAS-Reference, else by the plus-part; the same name again is a revision', async () => {
    const send = async (to: string, headers = {}): Promise<ListedEmail> => {
      await transportOf('names').sendMail({ from: 'a@example.com', to, subject: 'x', text: 'x', headers })
      const [email] = await listed('inbox=names')
      if (!email) throw new Error('no email')
      return email
    }
    const first = await send('shop+Welcome@example.com')
    const second = await send('shop+Welcome@example.com')
    expect([first.reference, first.revision_of, second.revision_of]).toEqual([
      'Welcome',
      null,
      first.email_guid,
    ])
    const long = `order ${'confirmation '.repeat(8)}`.trim()
    expect((await send('a+b@example.com', { 'X-PAS-Reference': long })).reference).toBe(long)
    expect((await send('a+b@example.com', { 'X-PAS-Reference': 'x'.repeat(129) })).reference).toBeNull()
  })

  it('is told of a wrong key and of a user name that is no inbox, in a sentence', async () => {
    const wrong = transportOf('shop', { auth: { user: 'shop', pass: `${mailKey}x` } })
    await expect(wrong.verify()).rejects.toMatchObject({
      responseCode: 535,
      response: expect.stringContaining('The password is an API key') as string,
    })
    for (const user of ['Shop', 'a@b', 'x'.repeat(41)])
      await expect(transportOf(user).verify()).rejects.toMatchObject({
        responseCode: 535,
        response: expect.stringContaining("1 to 40 characters of a-z, 0-9, '.', '_' and '-'") as string,
      })
  })
})

describe('a message that is sent again', () => {
  it('within two minutes is the same email, unless it goes to others or into another inbox', async () => {
    const message = newMessage()
    const reply = async (inbox: string, to: string): Promise<string> => {
      const dialogue = await SmtpDialogue.begin(port)
      await dialogue.signIn(mailKey, inbox)
      const answer = await dialogue.send(message, [to])
      dialogue.destroy()
      return answer
    }
    const first = await reply('again', 'bob@example.com')
    expect(await reply('again', 'Bob@example.com')).toBe(first)
    const others = [await reply('again', 'carl@example.com'), await reply('another', 'bob@example.com')]
    api.clock.advance(120_000)
    expect(new Set([first, ...others, await reply('again', 'bob@example.com')]).size).toBe(4)
  })

  it('after its answer was lost is there once', async () => {
    const message = newMessage('lost')
    const lost = await SmtpDialogue.begin(port)
    await lost.signIn(mailKey, 'lost')
    await lost.beginData()
    lost.write(`${message}\r\n.\r\n`)
    lost.destroy()
    const dialogue = await SmtpDialogue.begin(port)
    await dialogue.signIn(mailKey, 'lost')
    let reply = await dialogue.send(message)
    // The first may still be under way.
    while (reply.startsWith('451')) reply = await dialogue.send(message)
    expect(reply).toMatch(/^250 /)
    dialogue.destroy()
    expect(await listed('inbox=lost')).toHaveLength(1)
  })
})

describe('TLS before the key', () => {
  let strangers: TestApi

  beforeAll(async () => {
    strangers = await startApi({ smtp: { tls, usesProxyProtocol: true } })
  })
  afterAll(() => strangers.close())

  it('is needed from any address but loopback: AUTH is offered after STARTTLS only', async () => {
    const dialogue = await SmtpDialogue.begin(strangers.smtp?.port ?? 0, proxied)
    const clear = await dialogue.command('EHLO sender.test')
    expect(clear).toContain('STARTTLS')
    expect(clear).not.toContain('AUTH')
    expect(await dialogue.command('MAIL FROM:<a@example.com>')).toMatch(
      /^530 5\.7\.0 Begin TLS with STARTTLS/,
    )
    await dialogue.startTls(ca)
    expect(await dialogue.command('EHLO sender.test')).toContain('AUTH PLAIN LOGIN')
    expect(await dialogue.signIn(strangers.apiKey)).toMatch(/^235 /)
    expect(await dialogue.send(newMessage())).toMatch(/^250 /)
    dialogue.destroy()
  })

  it('is what Nodemailer begins by itself', async () => {
    const socket = connect(strangers.smtp?.port ?? 0, '127.0.0.1')
    socket.write('PROXY TCP4 203.0.113.9 127.0.0.1 4000 25\r\n')
    const transport = createTransport({
      ...{ host: 'localhost', connection: socket, auth: { user: 'shop', pass: strangers.apiKey } },
      tls: { ca },
    })
    const mail = { from: 'a@example.com', to: 'b@example.com', subject: 'x', text: 'x' }
    expect((await transport.sendMail(mail)).response).toMatch(/^250 /)
  })

  it('forgets what was pipelined behind STARTTLS', async () => {
    const dialogue = await SmtpDialogue.begin(strangers.smtp?.port ?? 0, proxied)
    await dialogue.command('EHLO sender.test')
    dialogue.write('STARTTLS\r\nMAIL FROM:<injected@example.com>\r\n')
    expect(await dialogue.reply()).toMatch(/^220 /)
    dialogue.destroy()
  })

  it('gives the account’s place back when it begins behind the key', async () => {
    const api = await startApi({ smtp: { tls, places: { signedIn: 2, unknown: 1 } } })
    try {
      const first = await SmtpDialogue.begin(api.smtp?.port ?? 0)
      expect(await first.signIn(api.apiKey)).toMatch(/^235 /)
      const second = await SmtpDialogue.begin(api.smtp?.port ?? 0)
      expect(await second.signIn(api.apiKey)).toMatch(/^421 .*as many connections as it may/)
      await second.closed()
      await first.startTls(ca)
      // The session is again one of those that have not signed in.
      const third = await SmtpDialogue.open(api.smtp?.port ?? 0)
      expect(await third.reply()).toMatch(/^421 .*not signed in yet/)
      expect(await first.signIn(api.apiKey)).toMatch(/^235 /)
      const fourth = await SmtpDialogue.begin(api.smtp?.port ?? 0)
      expect(await fourth.signIn(api.apiKey)).toMatch(/^421 .*as many connections as it may/)
      for (const dialogue of [first, fourth]) dialogue.destroy()
    } finally {
      await api.close()
    }
  })

  it('is not needed where SMTP_CLEAR_AUTH says so', async () => {
    const open = await startApi({ smtp: { usesProxyProtocol: true, takesKeysInClear: true } })
    try {
      const dialogue = await SmtpDialogue.begin(open.smtp?.port ?? 0, proxied)
      expect(await dialogue.signIn(open.apiKey)).toMatch(/^235 /)
      expect(await dialogue.command('STARTTLS')).toMatch(/^500 /)
      dialogue.destroy()
    } finally {
      await open.close()
    }
  })

  it('a connection of TRUST_PROXY without the line of the PROXY protocol is ended', async () => {
    const dialogue = await SmtpDialogue.open(strangers.smtp?.port ?? 0)
    dialogue.write('EHLO sender.test\r\n')
    await dialogue.closed()
    expect(await dialogue.reply()).toBe('')
  })
})

describe('mail without AUTH', () => {
  it('is refused, unless this is loopback and there is a key for it', async () => {
    const refused = await SmtpDialogue.begin(port)
    await refused.signIn(null)
    expect(await refused.send(newMessage())).toMatch(/^530 5\.7\.0 Sign in with AUTH PLAIN or LOGIN/)
    refused.destroy()
    const { db, databaseUrl, clock } = api
    const options = { openKey: mailKey, usesProxyProtocol: true }
    const [near, far] = [
      await startApi({ shared: { db, databaseUrl, clock }, smtp: { openKey: mailKey } }),
      await startApi({ shared: { db, databaseUrl, clock }, smtp: options }),
    ]
    try {
      const dialogue = await SmtpDialogue.begin(near.smtp?.port ?? 0)
      await dialogue.signIn(null)
      expect(await dialogue.send(newMessage())).toMatch(/^250 /)
      dialogue.destroy()
      expect(await listed('inbox=app')).toHaveLength(1)
      const stranger = await SmtpDialogue.begin(far.smtp?.port ?? 0, { from: '127.0.0.1' })
      await stranger.signIn(null)
      expect(await stranger.send(newMessage())).toMatch(/^530 /)
      stranger.destroy()
    } finally {
      await near.close()
      await far.close()
    }
  })
})
