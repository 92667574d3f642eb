/*
 * `npm run bench -- differences`: what it costs to compare two versions of an email. (a) Two equal pictures. (b) Two
 * different ones of 1,040 × 4,000 pixels, each time in a new process: its time, and the memory by which it grows. (c)
 * The pictures of two versions in 40 email clients, and then all their difference pictures, one at a time. Ratios of (b)
 * and (c) are of processor time, which a busy machine does not make longer. `--rounds N` (9; a third of it for captures).
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
import { readProcessorTime, timeBetween } from './processor-time'
import { buildNewsletter } from '../packages/email-clients/tests/real-templates/newsletter'
import type { Compared, Form } from './differences/compare-once'

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
  const measured: { captures: Part; differences: Part }[] = []
  // One round: an address may ask for 60 comparisons a minute.
  measured.push(await measureVersions(stack, 1))

  const p50 = (list: readonly number[]): number => percentile(list, 50)
  const figures: Record<string, number> = { 'equal pictures (p50, ms)': p50(equal) }
  const ratios: Parameters<typeof report>[2] = {
    'equal pictures / 1 ms': { ratio: p50(equal), wanted: { atMost: 1 } },
  }
  for (const [form, list] of Object.entries(compared)) {
    const processorMs = p50(list.map((each) => each.processorMs))
    const megabytes = Math.max(...list.map(({ bytes }) => bytes)) / 1e6
    figures[`different pictures, ${form} (p50, ms)`] = p50(list.map(({ ms }) => ms))
    figures[`different pictures, ${form} (p50, processor ms)`] = processorMs
    figures[`different pictures, ${form} (most memory, MB)`] = megabytes
    ratios[`${form} / 250 ms`] = { ratio: processorMs / 250, wanted: { atMost: 1 } }
    ratios[`${form} / 150 MB`] = { ratio: megabytes / 150, wanted: { atMost: 1 } }
  }
  for (const [name, timeOf] of Object.entries({
    ms: ({ ms }: Part) => ms,
    'processor ms': ({ processorMs }: Part) => processorMs,
  })) {
    figures[`captures of two versions in 40 email clients (p50, ${name})`] = p50(
      measured.map(({ captures }) => timeOf(captures)),
    )
    figures[`their ${codes.length} difference pictures (p50, ${name})`] = p50(
      measured.map(({ differences }) => timeOf(differences)),
    )
  }
  ratios['captures and difference pictures / captures'] = {
    ratio: p50(
      measured.map(({ captures, differences }) => 1 + differences.processorMs / captures.processorMs),
    ),
    wanted: { atMost: 1.15 },
  }
  report('differences', figures, ratios)
}

interface Part {
  ms: number
  /** Of all processes of the stack. */
  processorMs: number
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
  const child = fork(path.join(__dirname, 'differences/compare-once.ts'), [form, ...files])
  const [answers] = await Promise.all([once(child, 'message'), once(child, 'exit')])
  return answers[0] as Compared
}

/** All captures, and then all difference pictures. Each round asks from its own address. */
async function measureVersions(stack: Stack, round: number): Promise<{ captures: Part; differences: Part }> {
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
  const timed = async <Result>(work: () => Promise<Result>): Promise<[Part, Result]> => {
    const before = readProcessorTime(stack.processes)
    const startedAt = performance.now()
    const result = await work()
    const used = timeBetween(before, readProcessorTime(stack.processes))
    const processorMs = Object.values(used).reduce((sum, each) => sum + each, 0)
    return [{ ms: performance.now() - startedAt, processorMs }, result]
  }
  const [captures, [base, head]] = await timed(async () => {
    const versions = await postVersions(stack, round, codes)
    await Promise.all(versions.map((guid) => list(guid)))
    return versions
  })
  const dispatcher = new Agent({
    // The stack's certificate is signed by a CA of its own.
    connect: { rejectUnauthorized: false, localAddress: `127.0.1.${round}` },
  })
  const [differences] = await timed(async () => {
    for (const { comparison } of await list(head, `?base=${base}`)) {
      if (comparison?.verdict !== 'different') throw new Error(`not different: ${JSON.stringify(comparison)}`)
      const { statusCode, body } = await request(comparison.difference_url, { dispatcher })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${comparison.difference_url}: ${statusCode}`)
    }
  })
  await dispatcher.close()
  return { captures, differences }
}

runToEnd(main)
