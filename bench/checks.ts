/*
 * `npm run bench -- checks`: what checking a newsletter of 100 KB costs. The rules alone, in this process, as a reading
 * thread runs them; `code` beside `/changes` of the same 12 email clients, alternating; and in 12 email clients that
 * Chromium draws, the contrast and all checks but links beside the captures, each of an email of its own. `--rounds N`
 * (15; a third of it for captures).
 */
import { parseArgs } from 'node:util'
import { changesIn } from '@pas/email-checks/changes-in'
import { noMeasurements } from '@pas/email-checks/measurements'
import { runChecks } from '@pas/email-checks/run-checks'
import { usualCheckNames } from '@pas/email-checks/rule'
import { emailClients as catalogue, findEmailClient } from '@pas/email-clients/catalogue'
import { popularEmailClients } from '@pas/settings/default-email-clients'
import { percentile, report, timeEach } from '@pas/testing/measure'
import { openStack, type Stack } from '@pas/testing/open-stack'
import { runToEnd } from '@pas/testing/run-to-end'
import { request } from 'undici'
import { buildNewsletter } from '../packages/email-clients/tests/real-templates/newsletter'

const codes = popularEmailClients.slice(0, 12)
const emailClients = codes.flatMap((code) => findEmailClient(code) ?? [])
/** Every fifth that Chromium draws, with different profiles. */
const drawnCodes = catalogue
  .filter(({ engine, fidelity }) => engine === 'chromium' && fidelity === 'emulated')
  .filter((_, index) => index % 5 === 0)
  .slice(0, 12)
  .map(({ code }) => code)
/** Products of a newsletter of 100 KB. */
const products = 15
const warmUps = 5

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } })
  const rounds = Number(values.rounds)
  const stack = openStack()
  const html = await buildNewsletter(`${stack.demoAssetsUrl}/newsletter`, products)
  const content = { html, plainText: null, subject: 'Coffee', fromAddress: null, fromDisplayName: null }
  const email = {
    ...content,
    message: null,
    emailClients,
    changes: changesIn(content, emailClients),
    assets: null,
    lostAssets: [],
    measurements: noMeasurements,
  }
  const names = usualCheckNames.filter((name) => name !== 'code')
  const check = (): Promise<unknown> => Promise.resolve(runChecks(email, names))
  await timeEach(warmUps, check)
  const rules = await timeEach(rounds, check)

  const guid = await stack.postEmail({ html_text: html, subject: content.subject })
  const query = codes.map((code) => `client=${code}`).join('&')
  const ask = async (path: string): Promise<void> => {
    const { statusCode, body } = await request(`${stack.instantUrl}/emails/${guid}/${path}&${query}`, {
      dispatcher: stack.dispatcher,
      headers: { authorization: stack.authorization },
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`)
  }
  const changes: number[] = []
  const code: number[] = []
  for (let round = 0; round < warmUps + rounds; round++) {
    const [ofChanges = 0] = await timeEach(1, () => ask('changes?'))
    const [ofCode = 0] = await timeEach(1, () => ask('checks?only=code'))
    if (round < warmUps) continue
    changes.push(ofChanges)
    code.push(ofCode)
  }
  const measured = { captures: [] as number[], contrast: [] as number[], whole: [] as number[] }
  for (let round = -1; round < Math.ceil(rounds / 3); round++) {
    const [captures, contrast, whole] = await measureDrawn(stack, html)
    // The first round warms up.
    if (round < 0) continue
    measured.captures.push(captures)
    measured.contrast.push(contrast)
    measured.whole.push(whole)
  }
  const figures = {
    'bytes of the HTML': Buffer.byteLength(html),
    'all checks but code, without network (p50, ms)': percentile(rules, 50),
    '/changes of 12 email clients (p50, ms)': percentile(changes, 50),
    'check code of the same (p50, ms)': percentile(code, 50),
    'captures of 12 email clients (p50, ms)': percentile(measured.captures, 50),
    'contrast in the same (p50, ms)': percentile(measured.contrast, 50),
    'all checks but links for the same (p50, ms)': percentile(measured.whole, 50),
  }
  report('checks', figures, {
    'all checks but code / 150 ms': {
      ratio: figures['all checks but code, without network (p50, ms)'] / 150,
      wanted: { atMost: 1 },
    },
    'code / changes': {
      ratio: figures['check code of the same (p50, ms)'] / figures['/changes of 12 email clients (p50, ms)'],
      wanted: { atMost: 1.1 },
    },
    'contrast / captures': {
      ratio: figures['contrast in the same (p50, ms)'] / figures['captures of 12 email clients (p50, ms)'],
      wanted: { atMost: 1.3 },
    },
    'whole call / captures': {
      ratio:
        figures['all checks but links for the same (p50, ms)'] /
        figures['captures of 12 email clients (p50, ms)'],
      wanted: { atMost: 1.5 },
    },
  })
}

/**
 * Milliseconds of captures, of their contrast, and of all checks but links, each of an email that nothing has drawn.
 */
async function measureDrawn(stack: Stack, html: string): Promise<[number, number, number]> {
  const wait = { authorization: stack.authorization, prefer: 'wait=30' }
  const until = async (path: string, isDone: (body: Answer) => boolean): Promise<number> => {
    const startedAt = performance.now()
    for (;;) {
      const { statusCode, body } = await request(`${stack.instantUrl}${path}`, {
        dispatcher: stack.dispatcher,
        headers: wait,
      })
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${await body.text()}`)
      if (isDone((await body.json()) as Answer)) return performance.now() - startedAt
    }
  }
  const names = usualCheckNames.filter((name) => name !== 'links').map((name) => `only=${name}`)
  const clients = drawnCodes.map((code) => `client=${code}`)
  const newEmail = (): Promise<string> => stack.postEmail({ html_text: html, subject: 'Coffee' })
  const drawn = await stack.postEmail({
    html_text: html,
    subject: 'Coffee',
    configurations: drawnCodes.map((client) => ({ client })),
  })
  const captures = await until(`/emails/${drawn}/previews`, ({ counts }) => counts.waiting === 0)
  const checksOf = async (only: readonly string[]): Promise<number> =>
    until(
      `/emails/${await newEmail()}/checks?${[...only, ...clients].join('&')}`,
      ({ complete }) => complete === true,
    )
  return [captures, await checksOf(['only=contrast']), await checksOf(names)]
}

interface Answer {
  counts: { waiting?: number }
  complete?: boolean
}

runToEnd(main)
