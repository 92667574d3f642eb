import type { Socket } from 'node:net'
import type { MeasuredSpam } from '@pas/email-checks/measurements'
import { fieldsOf } from '@pas/email-checks/headers/header-fields'
import type { FrozenEmail } from '@pas/emails/frozen-email'
import { readMessage } from '@pas/messages/read-message'
import { propertyCases } from '@pas/testing/long-run'
import { until } from '@pas/testing/until'
import fc from 'fast-check'
import { askSpamd } from '../src/checks/spam/ask-spamd'
import { measureSpam } from '../src/checks/spam/measure-spam'
import { parseSpamdAnswer, SpamdError } from '../src/checks/spam/parse-spamd-answer'
import { spamMessageOf } from '../src/checks/spam/spam-message'
import { reportOf, startFakeSpamd, type FakeSpamd } from './fake-spamd'

const email = (members: Partial<FrozenEmail>): FrozenEmail => ({
  htmlText: null,
  plainText: null,
  subject: null,
  fromAddress: null,
  fromDisplayName: null,
  ...members,
})
const bodyOf = (members: Partial<FrozenEmail>): Buffer => Buffer.from(JSON.stringify(email(members)))
const structure = (...header: string[]): FrozenEmail['structure'] => ({
  header: header.join('\r\n'),
  bodyTypes: ['text/html'],
  longestLine: { octets: 76, line: 1 },
})
const soon = (): AbortSignal => AbortSignal.timeout(20_000)

const ratio = ' 0.1 HTML_IMAGE_RATIO_02    BODY: HTML has a low ratio of text to'
const rows = [
  '-0.0 NO_RELAYS              Informational: message was not relayed via SMTP',
  ratio,
  '                            image area',
  ' 2.5 A_RULE_WITH_A_VERY_LONG_NAME Description',
]

let spamd: FakeSpamd
let answer: (socket: Socket, request: string) => void
beforeAll(async () => {
  spamd = await startFakeSpamd((socket, request) => {
    answer(socket, request)
  })
})
beforeEach(() => {
  spamd.requests.length = 0
  answer = (socket) => socket.end(reportOf('2.6', rows))
})
afterAll(() => spamd.close())

describe('an answer of spamd (spamd/PROTOCOL)', () => {
  const parse = (text: string): MeasuredSpam => parseSpamdAnswer(Buffer.from(text))

  it('has the score, the threshold, and each rule with its points and its whole description', () => {
    expect(parse(reportOf('2.6', rows))).toEqual({
      score: 2.6,
      threshold: 5,
      rules: [
        { name: 'NO_RELAYS', score: 0, description: 'Informational: message was not relayed via SMTP' },
        {
          name: 'HTML_IMAGE_RATIO_02',
          score: 0.1,
          description: 'BODY: HTML has a low ratio of text to image area',
        },
        { name: 'A_RULE_WITH_A_VERY_LONG_NAME', score: 2.5, description: 'Description' },
      ],
    })
  })

  it('has no rule that the email brings in its own text', () => {
    const own = reportOf('9.9', [' 9.9 FORGED                 By the email']).replace(/^[^]*?\r\n\r\n/, '')
    expect(parse(reportOf('0.0', rows.slice(0, 1), own)).rules.map(({ name }) => name)).toEqual(['NO_RELAYS'])
  })

  it.each([
    ['HTTP/1.1 400 Bad Request\r\n\r\n', 'no spamd'],
    ['SPAMD/1.0 76 Bad header line\r\n', 'refuses'],
    ['SPAMD/1.1 0 EX_OK\r\nSpam: True ; 6.0 / 5.0', 'breaks off'],
    [reportOf('2.6', rows).slice(0, -20), 'breaks off'],
    ['SPAMD/1.1 0 EX_OK\r\nContent-length: 0\r\n\r\n', 'no score'],
    ['', 'no spamd'],
  ])('is refused when it is %j', (text, why) => {
    expect(() => parse(text)).toThrow(why)
  })

  it('is a report of finite numbers or a SpamdError, whatever its bytes are', () => {
    const pieces = fc.constantFrom(
      ...['SPAMD/1.1 0 EX_OK\r\n', 'Spam: True ; 1e9 / ', '5.0\r\n', '\r\n\r\n', ' 1.0 A b\n', '          '],
      ...['---- ---------------------- --------------------------------------------------\n', '-', '9', '.'],
    )
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array)),
      fc.array(pieces, { maxLength: 40 }).map((all) => Buffer.from(all.join(''))),
    )
    fc.assert(
      fc.property(bytes, (one) => {
        try {
          const { score, threshold, rules } = parseSpamdAnswer(one)
          for (const number of [score, threshold, ...rules.map((rule) => rule.score)])
            expect(Number.isFinite(number)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(SpamdError)
        }
      }),
      propertyCases,
    )
  })
})

describe('asking spamd', () => {
  const ask = (signal = soon()): Promise<MeasuredSpam> =>
    askSpamd(spamd, Buffer.from('Subject: é\r\n\r\nx'), signal)

  it('sends REPORT with the length of the message in bytes', async () => {
    expect((await ask()).score).toBe(2.6)
    expect(spamd.requests).toEqual([
      'REPORT SPAMC/1.5\r\nContent-length: 16\r\n\r\nSubject: \u00c3\u00a9\r\n\r\nx',
    ])
  })

  it('reads no more than 64 KB', async () => {
    answer = (socket) => socket.end(reportOf('2.6', Array<string>(1_000).fill(ratio)))
    await expect(ask()).rejects.toThrow('too long')
  })

  it('ends with the signal when there is no answer, and hangs up', async () => {
    const asking = new AbortController()
    const hungUp = new Promise<void>((resolve) => {
      answer = (socket) => {
        socket.on('close', resolve)
        // Only what is written to a connection tells that the other side has closed it.
        const talk = (): void => {
          socket.write('x', (error) => error ?? setImmediate(talk))
        }
        asking.signal.addEventListener('abort', talk)
        setImmediate(() => {
          asking.abort(new Error('enough'))
        })
      }
    })
    await expect(ask(asking.signal)).rejects.toThrow('enough')
    await hungUp
    await expect(ask(asking.signal)).rejects.toThrow('enough')
  })

  it('says that it cannot be reached, or that the answer breaks off', async () => {
    const away = await startFakeSpamd(() => undefined)
    await away.close()
    await expect(askSpamd(away, Buffer.from('x'), soon())).rejects.toThrow('cannot be reached')
    answer = (socket) => {
      socket.write('SPAMD/1.1 0 EX_OK\r\n', () => socket.resetAndDestroy())
    }
    await expect(ask()).rejects.toThrow(SpamdError)
  })
})

describe('the message that spamd gets', () => {
  const read = (members: Partial<FrozenEmail>) => {
    const { structure: made, ...message } = readMessage(new Uint8Array(spamMessageOf(email(members))), 0)
    return { ...message, bodyTypes: made.bodyTypes, fields: fieldsOf(made.header) }
  }

  it('says what the members of an email say, and no more in its header', () => {
    const message = read({
      htmlText: '<p>Grüße</p>\n<p>x</p>',
      plainText: 'Grüße',
      subject: 'Über\r\nBcc: all@example.com '.repeat(9),
      fromAddress: 'news@example.com>\r\nBcc: a@b',
      fromDisplayName: 'Fern & "Field" – Ltd',
    })
    expect(message.htmlText?.trim()).toBe('<p>Grüße</p>\r\n<p>x</p>')
    expect(message.plainText?.trim()).toBe('Grüße')
    expect(message.bodyTypes).toEqual(['text/plain', 'text/html'])
    expect(message.subject).toBe('Über Bcc: all@example.com '.repeat(9))
    expect(message.fromDisplayName).toBe('Fern & "Field" – Ltd')
    expect(message.fields.map(({ name }) => name)).toEqual([
      ...['from', 'subject', 'to', 'date', 'message-id', 'mime-version', 'content-type'],
    ])
  })

  it('has the header as sent, but for signatures, parts and the way that this copy came', () => {
    const { fields, subject } = read({
      htmlText: '<p>x</p>',
      structure: structure(
        'Received: from a by b; Fri, 27 Nov 2026 10:00:00 +0000',
        'DKIM-Signature: v=1; b=abc',
        'From: Shop <shop@example.com>',
        'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
        ' from the shop',
        'List-Unsubscribe: <https://example.com/bye>',
        'Date: Fri, 27 Nov 2026 10:00:00 +0000',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=x',
        'X-Spam-Status: Yes',
      ),
    })
    expect(subject).toBe('Grüße from the shop')
    expect(fields.map(({ name }) => name)).toEqual([
      ...['from', 'subject', 'list-unsubscribe', 'date', 'to', 'message-id'],
      ...['mime-version', 'content-type', 'content-transfer-encoding'],
    ])
    expect(fields[3]?.value).toBe('Fri, 27 Nov 2026 10:00:00 +0000')
  })

  it('has what a new version keeps of its message beside what its members say', () => {
    const { fields, subject } = read({
      htmlText: '<p>x</p>',
      subject: 'Second',
      fromAddress: 'shop@example.com',
      keptHeader:
        'DKIM-Signature: v=1; b=abc\r\nList-Unsubscribe:\r\n <https://example.com/bye>\r\nDate: Fri, 27 Nov 2026 10:00:00 +0000',
    })
    expect(subject).toBe('Second')
    expect(fields.slice(0, 4).map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'from: <shop@example.com>',
      'subject: Second',
      'list-unsubscribe: <https://example.com/bye>',
      'date: Fri, 27 Nov 2026 10:00:00 +0000',
    ])
  })

  it('has no field more and no part more, whatever the members are', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 90 }),
      fc
        .array(
          fc.constantFrom('\r\n', '\n', '\r', ' ', 'Bcc: a@b', '--=_', '>', '"', '\\', '=?UTF-8?B?', 'é'),
          {
            maxLength: 20,
          },
        )
        .map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(text, text, text, text, (subject, fromAddress, fromDisplayName, plainText) => {
        const members = { subject, fromAddress, fromDisplayName, plainText, htmlText: `<p>${plainText}` }
        const { fields, bodyTypes } = read(members)
        expect(fields.map(({ name }) => name)).toEqual([
          ...['from', 'subject', 'to', 'date', 'message-id', 'mime-version', 'content-type'],
        ])
        expect(bodyTypes).toEqual(['text/plain', 'text/html'])
      }),
      propertyCases,
    )
  })

  it('is the same bytes every time, also of an empty email', () => {
    expect(spamMessageOf(email({}))).toEqual(spamMessageOf(email({})))
  })
})

describe('the measure for the check', () => {
  it('is null where no spamd is configured', async () => {
    expect(await measureSpam({ spamd: null }, 1, bodyOf({}), soon())).toBeNull()
  })

  it('is what spamd says', async () => {
    expect(await measureSpam({ spamd }, 1, bodyOf({ plainText: 'Hello' }), soon())).toMatchObject({
      status: 'done',
      description: null,
      result: { score: 2.6, threshold: 5 },
    })
    expect(spamd.requests[0]).toContain('\r\n\r\nHello\r\n')
  })

  it('is failed, in a sentence without an address, when spamd refuses', async () => {
    answer = (socket) => socket.end('SPAMD/1.0 74 EX_IOERR\r\n')
    expect(await measureSpam({ spamd }, 1, bodyOf({ plainText: 'x' }), soon())).toEqual({
      status: 'failed',
      description: 'SpamAssassin could not be asked: spamd refuses the message (74 EX_IOERR).',
      result: null,
    })
  })

  it('is for no email of more than 500 KB, and ends with its caller', async () => {
    for (const plainText of ['x'.repeat(512_001), '\0'.repeat(512_001), 'x'.repeat(4_000_000)])
      expect(await measureSpam({ spamd }, 1, bodyOf({ plainText }), soon())).toMatchObject({
        status: 'not_applicable',
        result: null,
      })
    expect(spamd.requests).toEqual([])
    const asking = new AbortController()
    answer = () => {
      asking.abort(new Error('gone'))
    }
    await expect(measureSpam({ spamd }, 1, bodyOf({}), asking.signal)).rejects.toThrow('gone')
  })

  it('asks for two emails of an account and four in all at a time', async () => {
    const waiting: { account: string; socket: Socket }[] = []
    answer = (socket, request) => {
      waiting.push({ account: /Subject: (\d)/.exec(request)?.[1] ?? '', socket })
    }
    const accounts = [1, 1, 1, 1, 2, 2, 2, 3]
    const all = accounts.map((account) =>
      measureSpam({ spamd }, account, bodyOf({ subject: `${account}`, plainText: 'x' }), soon()),
    )
    await until('four are asked for', () => waiting.length === 4)
    while (spamd.requests.length < all.length || waiting.length > 0) {
      await until('spamd is asked', () => waiting.length > 0)
      expect(waiting.length).toBeLessThanOrEqual(4)
      for (const account of ['1', '2'])
        expect(waiting.filter((one) => one.account === account).length).toBeLessThanOrEqual(2)
      waiting.shift()?.socket.end(reportOf('0.0', []))
    }
    expect((await Promise.all(all)).map((one) => one?.status)).toEqual(all.map(() => 'done'))
  })
})
