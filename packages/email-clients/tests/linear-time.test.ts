import { choosePumps, findSuperlinear, timesOf, type Times } from '@pas/testing/growth'
import { isLongRun } from '@pas/testing/long-run'
import { emailClients } from '../src/catalogue'
import { openJudge } from '../src/effects/in-place/open-judge'
import type { EmailClient } from '../src/email-client'
import { profileOf } from '../src/emulate'
import type { HtmlProfile, Profile } from '../src/engine/profile'
import { readOpening } from '../src/engine/read-opening'
import { runProfile } from '../src/engine/run-profile'
import { findCssReferences, rewriteCssReferences } from '../src/references/css-references'
import { findReferences } from '../src/references/find-references'
import { htmlPumps } from './pumps'
import { richEmail } from './rich-email'

const stepsOf = (profile: Profile): string[] =>
  profile.kind === 'html'
    ? [...profile.sourceSteps, ...profile.steps, profile.framePage].map(({ name }) => name)
    : [`${profile.kind} ${'browser' in profile ? profile.browser : ''}`]

/** The fewest email clients, nearly, whose profiles have every step. */
interface Emulated {
  emailClient: EmailClient
  profile: Profile
}

function clientsOfAllSteps(): Emulated[] {
  const candidates = emailClients.map((emailClient) => ({ emailClient, profile: profileOf(emailClient) }))
  const missing = new Set(candidates.flatMap(({ profile }) => stepsOf(profile)))
  const chosenOnes: typeof candidates = []
  const gain = ({ profile }: { profile: Profile }): number =>
    new Set(stepsOf(profile).filter((step) => missing.has(step))).size
  while (missing.size > 0) {
    const best = candidates.reduce((one, other) => (gain(other) > gain(one) ? other : one))
    for (const step of stepsOf(best.profile)) missing.delete(step)
    chosenOnes.push(best)
  }
  return chosenOnes
}

const clients = clientsOfAllSteps()

/** Processor time of each step of an email client, and of what is around the steps. */
function timesOfSteps({ emailClient, profile }: Emulated, html: string): Times {
  const { code } = emailClient
  const times = new Map<string, number>()
  const timed =
    <Given>(step: ((given: Given) => void) & { name: string }) =>
    (given: Given): void => {
      const name = `${step.name} in ${code}`
      const before = times.get(name) ?? 0
      times.set(name, before + once(() => step(given)))
    }
  const measured: Profile =
    profile.kind === 'html'
      ? ({
          ...profile,
          sourceSteps: profile.sourceSteps.map(timed),
          steps: profile.steps.map(timed),
          framePage: timed(profile.framePage),
        } satisfies HtmlProfile)
      : profile
  const content = { html, plainText: html, subject: html, fromAddress: html, fromDisplayName: html }
  const whole = once(() =>
    runProfile(measured, content, {
      orientation: 'vertical',
      images: 'blocked',
      assetUrl: () => null,
      openJudge: openJudge(emailClient),
    }),
  )
  const inSteps = [...times.values()].reduce((sum, ms) => sum + ms, 0)
  return times.set(`what is around the steps of ${code}`, whole - inSteps)
}

function once(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}

const lengths = { shortest: 16_384, longest: isLongRun ? 262_144 : 65_536 }
const pumps = [...htmlPumps.keys()]

describe('every step of every email client', () => {
  beforeAll(() => clients.map((client) => timesOfSteps(client, richEmail)))

  it.each(
    choosePumps(htmlPumps, {
      count: 50,
      always: ['"{{a}}" in a style element', 'many small texts', 'many style elements'],
    }),
  )('takes linear time: %s', async (name, pump) => {
    // Each text in one email client, or in three: each step meets many of them.
    const at = pumps.indexOf(name)
    const some = Array.from(
      { length: isLongRun ? 3 : 1 },
      (_, more) => clients[(at + more * 7) % clients.length],
    )
    for (const client of some)
      if (client)
        expect(await findSuperlinear((length) => timesOfSteps(client, pump(length)), lengths)).toEqual([])
  })
})

describe('finding and rewriting the references of an email, and reading its opening', () => {
  it.each(choosePumps(htmlPumps, { count: 50, always: ['many small texts', 'many texts to fold'] }))(
    'take linear time: %s',
    async (_name, pump) => {
      const url = 'https://x.example/'
      const steep = await findSuperlinear(
        (length) => {
          const html = pump(length)
          return timesOf({
            findReferences: () => findReferences(html),
            findCssReferences: () => findCssReferences(html, url),
            rewriteCssReferences: () => rewriteCssReferences(html, url, () => url),
            readOpening: () => readOpening(html, null),
          })
        },
        { ...lengths, longest: isLongRun ? 1_048_576 : 65_536 },
      )
      expect(steep).toEqual([])
    },
  )
})
