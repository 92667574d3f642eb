import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { revokeApiKey } from '@pas/accounts/revoke-api-key'
import { apiKeyPrefix } from '@pas/accounts/secrets'
import { until } from '@pas/testing/until'
import { newMessage, SmtpDialogue } from './smtp-dialogue'
import { startApi, type TestApi } from './start-api'

const apis: TestApi[] = []
const start = async (options: Parameters<typeof startApi>[0] = {}): Promise<TestApi> => {
  const api = await startApi({ ...options, smtp: options.smtp ?? {} })
  apis.push(api)
  return api
}
const begin = async (api: TestApi, apiKey: string | null = api.apiKey): Promise<SmtpDialogue> => {
  const dialogue = await SmtpDialogue.begin(api.smtp?.port ?? 0)
  expect(await dialogue.signIn(apiKey)).toMatch(/^(235 .*|)$/)
  return dialogue
}
const countMails = (api: TestApi): Promise<number> => api.db.email.count({ where: { inbox: { not: null } } })

let usual: TestApi
beforeAll(async () => {
  usual = await start()
})
afterAll(async () => {
  for (const api of apis) await api.close()
})

describe('a limit', () => {
  it('of emails a minute answers MAIL with 452, and says when to send again', async () => {
    const api = await start({ limits: { emailsPerMinute: 1 } })
    const dialogue = await begin(api)
    expect(await dialogue.send(newMessage())).toMatch(/^250 /)
    expect(await dialogue.send(newMessage())).toMatch(
      /^452 .*may post 1 emails a minute.*try again in \d+ seconds/,
    )
    dialogue.destroy()
  })

  it('of bytes an hour answers MAIL with 452, and what is refused counts', async () => {
    const api = await start({ limits: { emailBytesPerHour: 1_000 } })
    const dialogue = await begin(api)
    const manyParts = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(1_500)}--b--`
    expect(await dialogue.send(manyParts)).toMatch(
      /^554 5\.6\.0 This message cannot be shown: it has more than/,
    )
    expect(await dialogue.send(newMessage())).toMatch(/^452 .*may store 1000 bytes/)
    expect(await countMails(api)).toBe(0)
    dialogue.destroy()
  })

  it('of bodies in flight answers 452 while the message arrives, and the bytes are given back', async () => {
    const api = await start({ inFlightLimits: { maxBytes: 400_000, maxBytesPerOwner: 100_000 } })
    const large = await begin(api)
    await large.beginData()
    large.write(`${newMessage()}\r\n${'x'.repeat(200_000)}`)
    expect(await large.reply()).toMatch(/^452 /)
    await large.closed()
    const dialogue = await begin(api)
    for (let time = 0; time < 3; time++)
      expect(await dialogue.send(`${newMessage()}\r\n${'x'.repeat(70_000)}`)).toMatch(/^250 /)
    dialogue.destroy()
  })

  it('of the size is told at MAIL, and in DATA as soon as it is passed', async () => {
    const dialogue = await begin(usual)
    expect(await dialogue.command('MAIL FROM:<a@example.com> SIZE=10485761')).toMatch(/^552 5\.3\.4 /)
    expect(await dialogue.beginData()).toMatch(/^354/)
    const before = await countMails(usual)
    // No end: the reply comes before it.
    dialogue.write(`${newMessage()}\r\n${`${'x'.repeat(998)}\r\n`.repeat(10_600)}`)
    expect(await dialogue.reply()).toMatch(/^552 5\.3\.4 /)
    await dialogue.closed()
    expect(await countMails(usual)).toBe(before)
  })

  it('of recipients is 100; of a command, 512 octets; of a line in DATA there is none', async () => {
    const dialogue = await begin(usual)
    await dialogue.command('MAIL FROM:<a@example.com>')
    for (let to = 0; to < 100; to++)
      expect(await dialogue.command(`RCPT TO:<${to}@example.com>`)).toMatch(/^250 /)
    expect(await dialogue.command('RCPT TO:<100@example.com>')).toMatch(/^452 4\.5\.3 /)
    await dialogue.command('DATA')
    expect(await dialogue.command(`${newMessage()}${'x'.repeat(300_000)}\r\n.`)).toMatch(/^250 /)
    expect(await dialogue.command(`NOOP ${'x'.repeat(506)}`)).toMatch(/^421 .*too long/)
    await dialogue.closed()
    expect(
      (await usual.db.email.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })).recipients,
    ).toHaveLength(101)
  })

  it('of connections is the process’s, and accounts share it; those without a key have places of their own', async () => {
    const api = await start({ smtp: { places: { signedIn: 4, unknown: 2 } } })
    const { id: accountId } = await createAccount(api, { name: 'Other' })
    const other = await createApiKey(api, { accountId })
    const signedIn = [await begin(api), await begin(api)]
    const refused = await SmtpDialogue.begin(api.smtp?.port ?? 0)
    expect(await refused.signIn(api.apiKey)).toMatch(/^421 .*This account has as many connections as it may/)
    await refused.closed()
    signedIn.push(await begin(api, other))
    const unknown = await SmtpDialogue.begin(api.smtp?.port ?? 0)
    const next = await SmtpDialogue.open(api.smtp?.port ?? 0)
    expect(await next.reply()).toMatch(/^421 .*not signed in yet/)
    unknown.destroy()
    for (const dialogue of signedIn) dialogue.destroy()
    await until('the places are free', async () => {
      const again = await SmtpDialogue.open(api.smtp?.port ?? 0)
      const greeting = await again.reply()
      const reply = greeting.startsWith('220') ? await again.signIn(api.apiKey) : greeting
      again.destroy()
      return [reply.startsWith('235'), reply]
    })
  })
})

describe('a slow sender', () => {
  it('that does not sign in is ended', async () => {
    const api = await start({ smtp: { signInMs: 300 } })
    const signedIn = await begin(api)
    const dialogue = await SmtpDialogue.begin(api.smtp?.port ?? 0)
    expect(await dialogue.reply()).toMatch(/^421 .*No API key came/)
    await dialogue.closed()
    expect(await signedIn.command('NOOP')).toMatch(/^250 /)
    signedIn.destroy()
  })

  it('whose message makes no progress is ended with 421', async () => {
    const api = await start({ smtp: { receiveTimes: { windowMs: 200, wholeMs: 10_000 } } })
    const dialogue = await begin(api)
    await dialogue.beginData()
    dialogue.write('Subject: slow\r\n')
    expect(await dialogue.reply()).toMatch(/^421 .*stopped arriving/)
    await dialogue.closed()
    expect(await countMails(api)).toBe(0)
  })
})

describe('a key', () => {
  it('that is wrong three times ends the session', async () => {
    const dialogue = await SmtpDialogue.begin(usual.smtp?.port ?? 0)
    for (let time = 0; time < 3; time++)
      expect(await dialogue.signIn('pas_key_wrong')).toMatch(/^535 5\.7\.8 /)
    expect(await dialogue.reply()).toMatch(/^421 /)
    await dialogue.closed()
  })

  it('that is revoked sends no more, also in an open session', async () => {
    const apiKey = await createApiKey(usual, { accountId: usual.accountId })
    const dialogue = await begin(usual, apiKey)
    expect(await dialogue.send(newMessage())).toMatch(/^250 /)
    await revokeApiKey(usual, apiKeyPrefix(apiKey))
    usual.clock.advance(60_000)
    expect(await dialogue.send(newMessage())).toMatch(/^535 /)
    dialogue.destroy()
  })

  it('leaves its use in the audit trail', async () => {
    const apiKey = await createApiKey(usual, { accountId: usual.accountId, onlyMail: true })
    const dialogue = await begin(usual, apiKey)
    dialogue.destroy()
    await usual.securityTrail.settled()
    const actor = `api_key:${apiKeyPrefix(apiKey)}`
    const [event] = await usual.db.auditEvent.findMany({ where: { actor, action: 'api_key.use' } })
    expect(event).toMatchObject({ ip: '127.0.0.1', target: `account:${usual.accountId}` })
  })
})

describe('without its stores', () => {
  it('a message gets 451, and nothing is left of it', async () => {
    const api = await start()
    const dialogue = await begin(api)
    const put = jest.spyOn(api.storage, 'put').mockRejectedValue(new Error('no room'))
    expect(await dialogue.send(newMessage())).toMatch(/^451 4\.3\.0 /)
    put.mockRestore()
    expect(await countMails(api)).toBe(0)
    expect(await dialogue.send(newMessage())).toMatch(/^250 /)
    dialogue.destroy()
  })

  it('a login gets 454', async () => {
    const api = await start({ isDatabaseAway: true })
    const dialogue = await SmtpDialogue.begin(api.smtp?.port ?? 0)
    expect(await dialogue.signIn(api.apiKey)).toMatch(/^454 4\.7\.0 /)
    dialogue.destroy()
  })
})

describe('bytes that are no mail', () => {
  it.each([
    ['a bare LF in a command', 'NOOP\nNOOP\r\n'],
    ['a bare CR in a command', 'NOOP\rNOOP\r\n'],
    ['a CR before CR LF', 'NOOP\r\r\n'],
  ])('%s ends the session with 554', async (_what, bytes) => {
    const dialogue = await begin(usual)
    dialogue.write(bytes)
    expect(await dialogue.reply()).toMatch(/^554 .*bare CR or LF/)
    await dialogue.closed()
  })

  it.each(['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r', '\r.\r\n', '\r\n.\r', '\n.\r', '\r\n\0.\r\n'])(
    '%j is no end of a message, and what follows is no command',
    async (end) => {
      const before = await countMails(usual)
      const dialogue = await begin(usual)
      await dialogue.beginData()
      const smuggled = `MAIL FROM:<evil@example.com>\r\nRCPT TO:<x@example.com>\r\nDATA\r\nSubject: smuggled\r\n\r\nx`
      dialogue.write(`${newMessage()}${end}${smuggled}\r\n.\r\n`)
      const reply = await dialogue.reply()
      dialogue.destroy()
      // With a NUL before the dot the lines are well-formed: all is one message.
      expect(reply).toMatch(end.includes('\0') ? /^250 / : /^554 .*bare CR or LF/)
      expect(await countMails(usual)).toBe(before + (end.includes('\0') ? 1 : 0))
    },
  )

  it('a CR and its LF may come apart', async () => {
    const dialogue = await begin(usual)
    dialogue.write('NOOP\r\nNOOP\r')
    expect(await dialogue.reply()).toMatch(/^250 /)
    dialogue.write('\n')
    expect(await dialogue.reply()).toMatch(/^250 /)
    dialogue.destroy()
  })

  it.each(['GET / HTTP/1.1', 'POST http://127.0.0.1/ HTTP/1.1', 'PATCH /x HTTP/2'])(
    '%s ends the connection before any other line is read',
    async (line) => {
      const dialogue = await SmtpDialogue.begin(usual.smtp?.port ?? 0)
      dialogue.write(`${line}\r\nEHLO x\r\nMAIL FROM:<a@example.com>\r\n`)
      expect(await dialogue.reply()).toMatch(/^421 /)
      await dialogue.closed()
      expect(await dialogue.reply()).toBe('')
    },
  )

  it('VRFY and EXPN are 502, XCLIENT, XFORWARD and commands that nobody knows 500', async () => {
    const dialogue = await begin(usual)
    for (const command of ['VRFY ann', 'EXPN list']) expect(await dialogue.command(command)).toMatch(/^502 /)
    for (const command of ['XCLIENT ADDR=127.0.0.1', 'XFORWARD ADDR=127.0.0.1', 'SHELL', 'BDAT 3'])
      expect(await dialogue.command(command)).toMatch(/^500 /)
    dialogue.destroy()
  })

  it.each([
    'MAIL FROM:<a@example.com>\tX=1 SIZE=1+0D+0ABcc: x',
    'MAIL FROM:<a@example.com\x00>',
    'MAIL FROM:<a@example.com>x<b@example.com>',
  ])('%j is refused with 501', async (command) => {
    const dialogue = await begin(usual)
    expect(await dialogue.command(command)).toMatch(/^501 /)
    dialogue.destroy()
  })
})

describe('an orderly stop', () => {
  it('stores the message under way, ends the others with 421 and takes no more', async () => {
    const api = await start()
    const port = api.smtp?.port ?? 0
    const [idle, sending] = [await begin(api), await begin(api)]
    await sending.beginData()
    sending.write(newMessage())
    const closed = api.smtp?.close(10_000)
    expect(await idle.reply()).toMatch(/^421 .*The service stops/)
    await expect(SmtpDialogue.begin(port)).rejects.toThrow()
    expect(await sending.command('\r\n.')).toMatch(/^250 /)
    expect(await sending.reply()).toMatch(/^421 .*The service stops/)
    await closed
    expect(await countMails(api)).toBe(1)
  })
})
