/*
 * `npm run bench -- differences`: what it costs to compare two versions of an email. (a) Two equal pictures. (b) Two
 * different ones of 1,040 × 4,000 pixels, each time in a new process: its time, and the memory by which it grows. (c)
 * The pictures of two versions in 40 email clients, and then all their difference pictures, one at a time. `--rounds N`
 * (9; a third of it for captures).
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { previewListBody } from '@pas/api-contract/previews'
import { emailClients } from '@pas/email-clients/catalogue'
import { comparePictures } from '@pas/picture-difference/compare-pictures'
import { percentile, report, timeEach } from '@pas/testing/measure'
import { openStack, type Stack } from '@pas/testing/open-stack'
import { runToEnd } from '@pas/testing/run-to-end'
import sharp from 'sharp'
import { Agent, request } from 'undici'
import { buildNewsletter } from '../../packages/email-clients/tests/real-templates/newsletter'
import type { Compared, Form } from './compare-once'

const codes = emailClients
  .filter(({ engine, fidelity }) => engine === 'chromium' && fidelity === 'emulated')
  .slice(0, 40)
  .map(({ code }) => code)
const size = { width: 1_040, height: 4_000 }

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } })
  const rounds = Number(values.rounds)
  const stack = openStack()
  const [base, head] = await postVersions(stack, 0, codes.slice(0, 1))
  const pair = { base: await drawn(stack, base), head: await drawn(stack, head) }
  const equal = await timeEach(rounds, () => comparePictures(pair.base, Buffer.from(pair.base)))
  const folder = await mkdtemp(path.join(tmpdir(), 'differences-'))
  const files = [path.join(folder, 'base.png'), path.join(folder, 'head.png')]
  await Promise.all([pair.base, pair.head].map((png, n) => writeFile(files[n] ?? '', png)))
  const compared = { json: [] as Compared[], png: [] as Compared[] }
  for (let round = 0; round < rounds; round++)
    for (const form of ['json', 'png'] as const) compared[form].push(await compareOnce(form, files))
  await rm(folder, { recursive: true })
  const measured: { captures: number; differences: number; pictures: number }[] = []
  for (let round = 0; round < Math.ceil(rounds / 3); round++)
    measured.push(await measureVersions(stack, round + 1))

  const p50 = (list: readonly number[]): number => percentile(list, 50)
  const figures = {
    'equal pictures (p50, ms)': p50(equal),
    ...Object.fromEntries(
      Object.entries(compared).flatMap(([form, list]) => [
        [`different pictures, ${form} (p50, ms)`, p50(list.map(({ ms }) => ms))],
        [`different pictures, ${form} (most memory, MB)`, Math.max(...list.map(({ bytes }) => bytes)) / 1e6],
      ]),
    ),
    'captures of two versions in 40 email clients (p50, ms)': p50(measured.map(({ captures }) => captures)),
    'their difference pictures (p50, ms)': p50(measured.map(({ differences }) => differences)),
    'how many of them': measured[0]?.pictures ?? 0,
  }
  report('differences', figures, {
    'equal pictures / 1 ms': { ratio: p50(equal), wanted: { atMost: 1 } },
    ...Object.fromEntries(
      Object.entries(compared).flatMap(([form, list]) => [
        [`${form} / 250 ms`, { ratio: p50(list.map(({ ms }) => ms)) / 250, wanted: { atMost: 1 } }],
        [
          `${form} / 150 MB`,
          { ratio: Math.max(...list.map(({ bytes }) => bytes)) / 150e6, wanted: { atMost: 1 } },
        ],
      ]),
    ),
    'captures and difference pictures / captures': {
      ratio: p50(measured.map(({ captures, differences }) => (captures + differences) / captures)),
      wanted: { atMost: 1.15 },
    },
  })
}

/** Posts a newsletter and its next version, with another title and a product more. No two rounds share a picture. */
async function postVersions(
  stack: Stack,
  round: number,
  clients: readonly string[],
): Promise<[base: string, head: string]> {
  const newsletter = async (products: number, title: string): Promise<string> =>
    (await buildNewsletter(`${stack.demoAssetsUrl}/newsletter`, products)).replaceAll(
      'The month in coffee',
      title,
    )
  const more = { subject: 'Coffee', configurations: clients.map((client) => ({ client })) }
  const base = await stack.postEmail({ ...more, html_text: await newsletter(8, `Month ${round}`) })
  const html = await newsletter(9, `A month ${round}`)
  return [base, await stack.postEmail({ ...more, html_text: html, revision_of: base })]
}

/** A real picture, on a canvas of the size that is measured. */
async function drawn(stack: Stack, guid: string): Promise<Buffer> {
  const png = await stack.getPicture(guid, codes[0] ?? '')
  const large = await sharp(png)
    .extend({ right: size.width, bottom: size.height, background: '#fff' })
    .toBuffer()
  return sharp(large)
    .extract({ left: 0, top: 0, ...size })
    .png()
    .toBuffer()
}

async function compareOnce(form: Form, files: readonly string[]): Promise<Compared> {
  const child = fork(path.join(__dirname, 'compare-once.ts'), [form, ...files])
  const [[compared]] = await Promise.all([once(child, 'message'), once(child, 'exit')])
  return compared as Compared
}

/** Milliseconds of all captures, and of all difference pictures after them. Each round asks from its own address. */
async function measureVersions(stack: Stack, round: number) {
  const startedAt = performance.now()
  const [base, head] = await postVersions(stack, round, codes)
  const list = async (guid: string, query = '') => {
    for (;;) {
      const { body } = await request(`${stack.instantUrl}/emails/${guid}/previews${query}`, {
        dispatcher: stack.dispatcher,
        headers: { authorization: stack.authorization, prefer: 'wait=30' },
      })
      const listed = previewListBody.parse(await body.json())
      if (listed.complete) return listed.previews
    }
  }
  await Promise.all([base, head].map((guid) => list(guid)))
  const captured = performance.now()
  const dispatcher = new Agent({
    // The stack's certificate is signed by a CA of its own.
    connect: { rejectUnauthorized: false, localAddress: `127.0.1.${round}` },
  })
  let pictures = 0
  for (const { comparison } of await list(head, `?base=${base}`)) {
    if (comparison?.verdict !== 'different') throw new Error(`not different: ${JSON.stringify(comparison)}`)
    const { statusCode, body } = await request(comparison.difference_url, { dispatcher })
    await body.dump()
    if (statusCode !== 200) throw new Error(`${comparison.difference_url}: ${statusCode}`)
    pictures++
  }
  await dispatcher.close()
  return { captures: captured - startedAt, differences: performance.now() - captured, pictures }
}

runToEnd(main)
