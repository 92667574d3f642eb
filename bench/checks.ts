/*
 * `npm run bench -- checks`: what checking a newsletter of 100 KB costs. The rules alone, in this process, as a reading
 * thread runs them; `code` beside `/changes` of the same 12 email clients, alternating. `--rounds N` (15).
 */
import { parseArgs } from 'node:util'
import { changesIn } from '@pas/email-checks/changes-in'
import { noEvidence } from '@pas/email-checks/evidence'
import { runChecks } from '@pas/email-checks/run-checks'
import { checkNames } from '@pas/email-checks/rule'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { popularEmailClients } from '@pas/settings/default-email-clients'
import { percentile, report, timeEach } from '@pas/testing/measure'
import { openStack } from '@pas/testing/open-stack'
import { runToEnd } from '@pas/testing/run-to-end'
import { request } from 'undici'
import { buildNewsletter } from '../packages/email-clients/tests/real-templates/newsletter'

const codes = popularEmailClients.slice(0, 12)
const emailClients = codes.flatMap((code) => findEmailClient(code) ?? [])
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
    evidence: noEvidence,
  }
  const names = checkNames.filter((name) => name !== 'code')
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
  const figures = {
    'bytes of the HTML': Buffer.byteLength(html),
    'all checks but code, without network (p50, ms)': percentile(rules, 50),
    '/changes of 12 email clients (p50, ms)': percentile(changes, 50),
    'check code of the same (p50, ms)': percentile(code, 50),
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
  })
}

runToEnd(main)
