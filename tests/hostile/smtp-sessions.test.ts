import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { systemClock } from '@pas/runtime/clock'
import { freePort } from '@pas/testing/free-port'
import { until } from '@pas/testing/until'
import { newMessage, plain, SmtpDialogue } from '../../services/api/tests/smtp-dialogue'
import { randomNumbers, type RandomNumbers } from '../chaos/random-numbers'
import { createServices, type ServiceProcess, type Services } from '../e2e/start-services'
import { saySeen } from '../faults/say-seen'
import { processTree } from './process-tree'

const sessions = 100
const atOnce = 20
const seed = Number(process.env.SMTP_SEED ?? 7)
/** What a session that the server leaves open may go on for. */
const sessionMs = 4_000
const neighbourMs = 10_000
const grownBytes = 40 * 1024 * 1024

let services: Services
let api: ServiceProcess
let port: number
let hostileKey: string

beforeAll(async () => {
  services = await createServices({ EMAILS_PER_MINUTE: '1000000' })
  port = await freePort()
  api = await services.startApi({ SMTP_PORT: String(port) })
  const deps = { db: services.database.db, clock: systemClock }
  const { id: accountId } = await createAccount(deps, { name: 'Hostile' })
  hostileKey = await createApiKey(deps, { accountId, onlyMail: true })
})
afterAll(() => services.close())

interface HostileSession {
  dialogue: SmtpDialogue
  numbers: RandomNumbers
}

const parts = (count: number): string =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(count)}--b--`
const smuggled =
  'MAIL FROM:<e@example.com>\r\nRCPT TO:<x@example.com>\r\nDATA\r\nSubject: smuggled\r\n\r\nx\r\n.\r\n'
const ends = ['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r', '\r.\r\n', '\r\n.\r', '\n\n.\r\n', '\r\n\x00.\r\n']
const addresses = [
  'a\rb@c',
  'a\nRCPT TO:<b@c>',
  'a+0D+0Ab@c',
  'a\x00b@c',
  '"\r\n"@c',
  'a> X-Injected: 1 <b@c',
  `${'a'.repeat(490)}@c`,
]

async function signedIn({ dialogue }: HostileSession): Promise<void> {
  await dialogue.signIn(hostileKey, 'hostile')
}

/** Each sends what it may until the server ends the session, or `sessionMs` have passed. */
const scripts: Record<string, (session: HostileSession) => Promise<void> | void> = {
  'nothing at all': () => undefined,
  'a command a letter at a time': async ({ dialogue }) => {
    for (const letter of 'EHLO slow.example and what else there is to say about it') {
      dialogue.write(letter)
      await dialogue.idle(100)
    }
  },
  'a command without end': ({ dialogue }) => dialogue.flood('A'.repeat(64 * 1024), 64),
  'commands without end': ({ dialogue }) => dialogue.flood('NOOP\r\n'.repeat(10_000), 20),
  'recipients without end': async (session) => {
    await signedIn(session)
    session.dialogue.write('MAIL FROM:<a@example.com>\r\n')
    await session.dialogue.flood('RCPT TO:<b@example.com>\r\n'.repeat(4_000), 10)
  },
  'a message without end': async (session) => {
    await signedIn(session)
    await session.dialogue.beginData()
    await session.dialogue.flood(`${'x'.repeat(76)}\r\n`.repeat(1_000), 200)
  },
  'a line without end': async (session) => {
    await signedIn(session)
    await session.dialogue.beginData()
    await session.dialogue.flood('x'.repeat(64 * 1024), 200)
  },
  'dots without end': async (session) => {
    await signedIn(session)
    await session.dialogue.beginData()
    await session.dialogue.flood('..\r\n'.repeat(16_000), 4)
  },
  'a message a byte at a time': async (session) => {
    await signedIn(session)
    await session.dialogue.beginData()
    for (const letter of 'Subject: slow\r\n\r\nslow') {
      session.dialogue.write(letter)
      await session.dialogue.idle(100)
    }
  },
  'a message in another': async (session) => {
    await signedIn(session)
    await session.dialogue.beginData()
    session.dialogue.write(`${newMessage('outer')}${session.numbers.oneOf(ends)}${smuggled}`)
  },
  'addresses with more in them': async (session) => {
    await signedIn(session)
    for (const command of ['MAIL FROM', 'RCPT TO'])
      session.dialogue.write(`${command}:<${session.numbers.oneOf(addresses)}>\r\n`)
  },
  'thousands of parts': async (session) => {
    await signedIn(session)
    await session.dialogue.send(parts(Math.floor(session.numbers.between(1_500, 20_000))))
  },
  'a key of kilobytes': async ({ dialogue }) => {
    await dialogue.command('EHLO x')
    dialogue.write(`AUTH PLAIN ${plain('hostile', 'x'.repeat(40_000))}\r\n`)
  },
  'wrong keys': async ({ dialogue }) => {
    for (let time = 0; time < 5 && !dialogue.isClosed; time++) await dialogue.signIn('pas_key_wrong')
  },
  'a web page': ({ dialogue }) =>
    dialogue.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n\r\nEHLO x\r\n${smuggled}`),
  'random bytes': ({ dialogue, numbers }) =>
    dialogue.write(Buffer.from(Array.from({ length: 20_000 }, () => Math.floor(numbers.between(0, 256))))),
}

async function runSession(name: string, numbers: RandomNumbers): Promise<void> {
  const dialogue = await SmtpDialogue.open(port)
  const timer = setTimeout(() => dialogue.destroy(), sessionMs)
  try {
    // Some talk before the greeting.
    if (numbers.next() < 0.9) await dialogue.reply()
    await scripts[name]?.({ dialogue, numbers })
    await dialogue.closed()
  } finally {
    clearTimeout(timer)
    dialogue.destroy()
  }
}

async function sendAsNeighbour(): Promise<number> {
  const startedAt = performance.now()
  const dialogue = await SmtpDialogue.begin(port)
  expect(await dialogue.signIn(services.apiKey, 'neighbour')).toMatch(/^235 /)
  expect(await dialogue.send(newMessage('neighbour'))).toMatch(/^250 /)
  dialogue.destroy()
  return performance.now() - startedAt
}

async function runAll(numbers: RandomNumbers, count: number): Promise<void> {
  const names = Object.keys(scripts)
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count)
        await runSession(names[next++ % names.length] ?? '', randomNumbers(numbers.next() * 2 ** 32))
    }),
  )
}

const residentBytes = (): number => processTree(api.process.pid ?? 0).residentBytes

it(`${sessions} hostile sessions by SMTP leave no mail, at most 40 MB, and neighbours served`, async () => {
  const numbers = randomNumbers(seed)
  // V8 and its threads take what they will, once.
  await runAll(numbers, 2 * Object.keys(scripts).length)
  const before = residentBytes()
  let isDone = false
  let latestMs = 0
  const neighbours = (async () => {
    while (!isDone) latestMs = Math.max(latestMs, await sendAsNeighbour())
  })()
  await runAll(numbers, sessions).finally(() => (isDone = true))
  await neighbours
  let after = residentBytes()
  await until(
    'memory is as before',
    () => {
      after = Math.min(after, residentBytes())
      return [after <= before + grownBytes, { before, after }]
    },
    60_000,
  )
  saySeen(
    'hostile SMTP',
    `${Math.round((after - before) / 2 ** 20)} MiB more, neighbours ${Math.round(latestMs)} ms`,
  )
  expect(latestMs).toBeLessThan(neighbourMs)
  const mails = await services.database.db.email.findMany({ select: { subject: true, recipients: true } })
  expect(mails.filter(({ subject }) => subject?.includes('smuggled'))).toEqual([])
  expect(JSON.stringify(mails)).not.toMatch(/Injected|\\r|\\n/)
  expect(api.output()).not.toMatch(/uncaught|unhandled/i)
  // Each session's place is given back.
  await until('the places are free', async () => [(await sendAsNeighbour()) < neighbourMs, null])
}, 300_000)
