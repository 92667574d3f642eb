import { setTimeout as delay } from 'node:timers/promises'
import { isLongRun } from '@pas/testing/long-run'
import { percentile, timeEach } from '@pas/testing/measure'
import type { ServiceProcess } from '../e2e/start-services'
import { saySeen } from '../faults/say-seen'
import { filled } from './expect-answers'
import { openAccount, openNeighbour, type SendAs, type Waits } from './neighbour'
import { unfilteredClient } from './open-stage'
import { stage } from './stage'

/** What one account sends again and again, on purpose or not. */
interface Flood {
  name: string
  /** Accounts that send it, and requests of each at a time. */
  accounts?: number
  atOnce: number
  send: (as: SendAs, index: number) => ReturnType<SendAs>
}

const masks = `<p style="color:#777">${filled('mask-', 200_000)}</p>`
const fewWords = filled('<a href="https://shop.example/a">here</a> ', 430_000)
const placeholders = filled('<p>{{a}}</p>', 430_000)
const small = filled('<font size=1><p style="font-size:9px">x', 430_000)
const long = filled(
  '<table><tr><td><p style="color:#333">A paragraph of ours.</p></td></tr></table>',
  4_900_000,
)
/** Chromium lays it out for longer than a capture may take. */
const columns = `<style>p{columns:99;counter-increment:a}p::before{content:counters(a,".")}</style>${'<p>x'.repeat(100_000)}`
const hundredLinks = (index: number): string =>
  Array.from({ length: 100 }, (_, n) => `<a href="${stage.web.url}/${index}/${n}">Shop</a>`).join('')
const message = (from: string): string => `From: ${from}\r\nSubject: x\r\n\r\nx`

const longEmails = new WeakMap<SendAs, Promise<string>>()
/** The guid of a long email of this account, which the first call makes. */
const longEmailOf = (as: SendAs): Promise<string> => {
  const made =
    longEmails.get(as) ?? as('/emails', { html_text: long }).then(({ body }) => String(body.email_guid))
  longEmails.set(as, made)
  return made
}

const floods: Flood[] = [
  {
    name: 'names of properties, for contrast',
    atOnce: 4,
    send: (as, n) => as('/emails', { html_text: `${n}${masks}`, checks: ['contrast'] }),
  },
  { name: 'links of a word', atOnce: 4, send: (as) => as('/checks', { html_text: fewWords }) },
  {
    name: 'links of a word, stored',
    atOnce: 4,
    send: (as) => as('/emails', { html_text: fewWords, checks: ['links'] }),
  },
  { name: 'placeholders', atOnce: 4, send: (as) => as('/checks', { html_text: placeholders }) },
  { name: 'small texts', atOnce: 4, send: (as) => as('/checks', { html_text: small }) },
  {
    name: 'a sender without end',
    atOnce: 4,
    send: (as) => as('/checks', { raw_source: message(filled('a', 400_000)) }),
  },
  { name: 'a newsletter of 4.9 MB', atOnce: 4, send: (as) => as('/checks', { html_text: long }) },
  {
    name: 'contrasts of four accounts',
    accounts: 4,
    atOnce: 40,
    send: (as, n) => as('/emails', { html_text: `<p style="color:#777">${n}</p>`, checks: ['contrast'] }),
  },
  {
    name: 'a hundred links in each email',
    atOnce: 20,
    send: (as, n) => as('/emails', { html_text: hundredLinks(n), checks: ['links'] }),
  },
  { name: 'uploads, 400 at once', atOnce: 400, send: (as, n) => as('/emails', { html_text: `<p>${n}</p>` }) },
  { name: 'searches, 400 at once', atOnce: 400, send: (as, n) => as(`/emails?search=${n}`) },
  { name: 'lists of emails, 400 at once', atOnce: 400, send: (as) => as('/emails?limit=100') },
  {
    name: 'the source of a long email',
    atOnce: 20,
    send: async (as) => as(`/emails/${await longEmailOf(as)}/source`),
  },
  {
    name: 'emails that are slow to draw',
    atOnce: 4,
    send: async (as, n) => {
      const { body } = await as('/emails', { html_text: `${n}${columns}` })
      return as(`/emails/${String(body.email_guid)}/previews/${unfilteredClient}/full`)
    },
  },
  {
    name: 'bodies that are refused',
    atOnce: 4,
    send: (as) => as('/emails', { html_text: 1, plain_text: long }),
  },
]

/** Milliseconds at the 95th percentile that the neighbour waited, by what it waited for. */
type P95 = Record<string, number>
const say = (beside: string, p95: P95): void => saySeen(beside, JSON.stringify(p95))

/**
 * The neighbour is to wait for 2 × as long as alone and 250 ms at most. Where the sender of a flood shares two cores
 * with what it floods, some of it waits longer, and must not for more than 8 × as long.
 */
const over = (times: number, beside: P95, alone: P95): string[] =>
  Object.keys(beside).filter((what) => (beside[what] ?? 0) > times * (alone[what] ?? 0) + 250)

/** How often the neighbour asks for each thing: alone, and beside each flood. */
const rounds = 20

// It judges by time, so that it needs a machine of its own.
const describeLong = isLongRun ? describe : describe.skip

describeLong('what one account sends does not make another wait', () => {
  let auth: ServiceProcess
  let waits: Waits
  let alone: P95
  const measure = async (): Promise<P95> => {
    const times: P95 = {}
    for (const [name, wait] of Object.entries(waits)) {
      times[name] = Math.round(percentile(await timeEach(rounds, wait), 95))
    }
    return times
  }

  beforeAll(async () => {
    auth = await stage.services.startAuth()
    waits = await openNeighbour(stage, auth)
    // What is loaded at first use is no one's flood.
    for (const wait of Object.values(waits)) await wait()
    alone = await measure()
    say('alone', alone)
  }, 240_000)
  afterAll(() => auth?.stop())

  it.each(floods)(
    '$name',
    async ({ name, accounts = 1, atOnce, send }) => {
      const senders = await Promise.all(
        Array.from({ length: accounts }, () => openAccount(stage, { emailsPerMinute: 600 })),
      )
      const flooded = new AbortController()
      let sent = 0
      const keepSending = async (as: SendAs): Promise<void> => {
        while (!flooded.signal.aborted) {
          const { retryAfterMs } = await send(as, sent++)
          // As partners do.
          if (retryAfterMs !== null)
            await delay(retryAfterMs, undefined, { signal: flooded.signal }).catch(() => undefined)
        }
      }
      const flood = Promise.all(
        senders.flatMap((as) => Array.from({ length: atOnce }, () => keepSending(as))),
      )
      const beside = await measure().finally(() => flooded.abort())
      await flood
      say(`${name} (${sent} sent)`, beside)
      const late = over(2, beside, alone)
      if (late.length > 0) saySeen(`${name}, later than wanted`, late.join(', '))
      // The next flood is measured by itself.
      const ended = { status: 'failed', endedAt: new Date(), deadlineAt: null }
      await stage.services.database.db.emailCheck.updateMany({ where: { endedAt: null }, data: ended })
      expect(over(8, beside, alone)).toEqual([])
    },
    600_000,
  )
})
