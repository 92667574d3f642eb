/*
 * `npm run bench -- intake`: mails of a newsletter that the API takes by SMTP in a second, beside npm's `smtp-server`
 * that throws them away, and beside `POST /emails` of the same bytes. Rounds alternate, so that other work of the
 * machine slows all alike. Then the highest rate found, and twice that, for a minute over 40 accounts: what was
 * accepted is to be there, and the rest to have been answered with 451 or 452.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as until } from 'node:timers/promises'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { openDatabase, type Database } from '@pas/db/database'
import { hasContent } from '@pas/emails/email-rows'
import { filterEmails } from '@pas/emails/find-emails'
import { systemClock } from '@pas/runtime/clock'
import { perSecond, percentile, report } from '@pas/testing/measure'
import { openStack, stackVariable, type Stack } from '@pas/testing/open-stack'
import { runToEnd } from '@pas/testing/run-to-end'
import { createTransport } from 'nodemailer'
import { buildNewsletter } from '../packages/email-clients/tests/real-templates/newsletter'
import { MailSender } from './intake/mail-sender'

const accounts = 40
const connections = 10
const rounds = 3
const mailsInRound = Number(process.env.BENCH_MAILS ?? 300)
const seconds = Number(process.env.BENCH_SECONDS ?? 60)
/** At the rates: senders do not wait for one another. */
const sendersPerAccount = 3

let sent = 0

/** Returns a message with an id of its own at each call: equal ones are one email. */
async function composeMessages(): Promise<() => Buffer> {
  // `POST /emails` fetches what it refers to at once, SMTP with the first picture: so it refers to nothing.
  const html = (await buildNewsletter('')).replace(/<link[^>]*>|@import[^;]*;|\ssrc="[^"]*"/g, '')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const info = await transport.sendMail({
    from: 'Shop <shop@example.com>',
    to: 'Reader <reader@example.com>',
    subject: 'The month in coffee',
    ...{ html, text: 'The month in coffee', messageId: '<placeholder@example.com>' },
  })
  const [before = '', after = ''] = (info.message as Buffer).toString('latin1').split('placeholder')
  return () => Buffer.from(`${before}${++sent}.${process.pid}${after}`, 'latin1')
}

async function openKeys(db: Database): Promise<string[]> {
  const deps = { db, clock: systemClock }
  const keys: string[] = []
  for (let index = 0; index < accounts; index++) {
    const { id: accountId } = await createAccount(deps, { name: `Intake ${index}` })
    keys.push(await createApiKey(deps, { accountId }))
  }
  return keys
}

const keyOf = (keys: readonly string[], index: number): string => keys[index % keys.length] ?? ''

async function measureSmtp(port: number, keys: readonly string[], next: () => Buffer): Promise<number> {
  const senders = await Promise.all(
    Array.from({ length: connections }, (_, index) => MailSender.open(port, keyOf(keys, index))),
  )
  const free = [...senders]
  const rate = await perSecond(mailsInRound, connections, async () => {
    const sender = free.pop()
    if (!sender) throw new Error('no sender is free')
    const reply = await sender.send(next())
    if (!reply.startsWith('250')) throw new Error(`a mail was answered with ${reply}`)
    free.push(sender)
  })
  for (const sender of senders) sender.close()
  return rate
}

interface AtRate {
  accepted: string[]
  refused: Map<string, number>
  times: number[]
}

/** An open-loop load: each mail at its time, by the first sender of its account that is free then. */
async function sendAtRate(
  port: number,
  keys: readonly string[],
  next: () => Buffer,
  rate: number,
): Promise<AtRate> {
  const free: MailSender[][] = []
  // One account after the other: few connections of one address may not have signed in yet.
  for (const key of keys)
    free.push(await Promise.all(Array.from({ length: sendersPerAccount }, () => MailSender.open(port, key))))
  const all = free.flat()
  const result: AtRate = { accepted: [], refused: new Map(), times: [] }
  const count = (code: string): void => void result.refused.set(code, (result.refused.get(code) ?? 0) + 1)
  const startedAt = performance.now()
  const sending: Promise<void>[] = []
  for (let index = 0; index < rate * seconds; index++) {
    const dueMs = startedAt + (index * 1_000) / rate - performance.now()
    if (dueMs > 0) await until(dueMs)
    const own = free[index % free.length] ?? []
    const sender = own.pop()
    if (!sender) {
      count('not sent: all senders of the account wait')
      continue
    }
    const sentAt = performance.now()
    sending.push(
      sender.send(next()).then((reply) => {
        const guid = /^250 .*Stored as ([0-9a-f-]{36})/.exec(reply)?.[1]
        if (guid === undefined) count(reply.slice(0, 3))
        else {
          result.accepted.push(guid)
          result.times.push(performance.now() - sentAt)
        }
        own.push(sender)
      }),
    )
  }
  await Promise.all(sending)
  for (const sender of all) sender.close()
  return result
}

async function countThere(db: Database, guids: readonly string[]): Promise<number> {
  let there = 0
  for (let start = 0; start < guids.length; start += 1_000)
    there += (await filterEmails({ db }, guids.slice(start, start + 1_000), hasContent)).length
  return there
}

/** Milliseconds from another account's upload to its picture, one after the other. */
async function captureUntil(stack: Stack, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver()) {
    const startedAt = performance.now()
    const guid = await stack.postEmail({ html_text: `<h1>Neighbour ${times.length}</h1>` })
    await stack.getPreview(guid, 'CHROMEGMAILNEW')
    times.push(performance.now() - startedAt)
  }
  return times
}

async function besideNeighbour<Result>(
  stack: Stack,
  work: Promise<Result>,
): Promise<{ result: Result; times: number[] }> {
  let isOver = false
  const ended = work.finally(() => (isOver = true))
  const [result, times] = await Promise.all([ended, captureUntil(stack, () => isOver)])
  return { result, times }
}

const capturesAlone = 100

async function main(): Promise<void> {
  const stack = openStack()
  const db = openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: 5 })
  const keys = await openKeys(db)
  const next = await composeMessages()
  const bare = fork(path.join(__dirname, 'intake/bare-smtp-server.ts'), { execArgv: process.execArgv })
  const [{ port: barePort }] = (await once(bare, 'message')) as [{ port: number }]
  const rates: Record<'smtp' | 'bare' | 'post', number[]> = { smtp: [], bare: [], post: [] }
  for (let round = 0; round <= rounds; round++) {
    const smtp = await measureSmtp(stack.smtpPort, keys, next)
    const thrownAway = await measureSmtp(barePort, keys, next)
    const post = await perSecond(mailsInRound, connections, (index) =>
      stack.postEmail({ raw_source: next().toString('latin1') }, keyOf(keys, index)),
    )
    // The first warms up.
    if (round === 0) continue
    rates.smtp.push(smtp)
    rates.bare.push(thrownAway)
    rates.post.push(post)
  }
  bare.kill()
  const [smtp, thrownAway, post] = [rates.smtp, rates.bare, rates.post].map((list) => percentile(list, 50))
  const highest = Math.max(...rates.smtp)
  let captures = 0
  const alone = await captureUntil(stack, () => captures++ >= capturesAlone)
  const { result: atHighest, times: beside } = await besideNeighbour(
    stack,
    sendAtRate(stack.smtpPort, keys, next, highest),
  )
  const { result: atTwice, times: besideTwice } = await besideNeighbour(
    stack,
    sendAtRate(stack.smtpPort, keys, next, 2 * highest),
  )
  const atRates: Record<string, AtRate> = { 'the highest rate': atHighest, 'twice the highest rate': atTwice }
  let lost = 0
  let otherwise = 0
  const figures: Record<string, number> = {}
  for (const [name, { accepted, refused, times }] of Object.entries(atRates)) {
    lost += new Set(accepted).size - (await countThere(db, accepted))
    for (const [reply, count] of refused) {
      figures[`at ${name}, ${reply}`] = count
      if (!/^45[12]$|^not sent/.test(reply)) otherwise += count
    }
    figures[`at ${name}, accepted`] = accepted.length
    figures[`at ${name}, p95 ms`] = percentile(times, 95)
  }
  report(
    'intake',
    {
      'mails per second by SMTP': smtp ?? NaN,
      'mails per second, smtp-server that throws away': thrownAway ?? NaN,
      'POST /emails per second': post ?? NaN,
      'highest rate found': highest,
      'bytes of a mail': next().length,
      "another account's captures alone, p95 ms": percentile(alone, 95),
      ...figures,
    },
    {
      'SMTP / smtp-server that throws away': {
        ratio: (smtp ?? NaN) / (thrownAway ?? NaN),
        wanted: { atLeast: 0.02 },
      },
      'SMTP / POST /emails': { ratio: (smtp ?? NaN) / (post ?? NaN), wanted: { atLeast: 0.7 } },
      "another account's captures at the highest rate / alone, p95": {
        ratio: percentile(beside, 95) / percentile(alone, 95),
        wanted: { atMost: 1.5 },
      },
      "another account's captures at twice the highest rate / alone, p95": {
        ratio: percentile(besideTwice, 95) / percentile(alone, 95),
        wanted: { atMost: 1.5 },
      },
      'accepted and not there': { ratio: lost, wanted: { atMost: 0 } },
      'refused, but not with 451 or 452': { ratio: otherwise, wanted: { atMost: 0 } },
    },
  )
  await db.$disconnect()
}

runToEnd(main)
