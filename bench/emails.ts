/*
 * `npm run bench -- emails`: how much the instant interface adds to the work that cannot be avoided. (a) POST of an
 * email with ten images, beside the ten fetches alone. (b) POST of a whole message of 5 MB, beside the MIME library's
 * parse of it and the same insert and writes of objects. (c) 5,000 HTTPS requests that wait for 50 previews, beside
 * Node's own https server holding as many.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Agent, request } from 'undici'
import { holdRequests, startApiOfItsOwn, startHoldingServer } from './hold-requests'
import { percentile, report, timeEach } from './measure'
import { openStack, type Stack } from './stack'
import { benchMessage } from './whole-message'

const rounds = 10
const perRound = 20
const images = 10

const p50 = (times: readonly number[]): number => percentile(times, 50)

async function main(): Promise<void> {
  const stack = openStack()
  const withImages = await benchImages(stack)
  console.log('ten images: measured')
  const message = await benchMessage(stack)
  console.log('a message of 5 MB: measured')
  const bare = await holdRequests(await startHoldingServer())
  console.log('bare https server: measured')
  const ours = await holdRequests(await startApiOfItsOwn(stack))
  report(
    'emails',
    {
      'POST with ten images p50 ms': p50(withImages.ours),
      'POST with ten images p95 ms': percentile(withImages.ours, 95),
      'the ten fetches alone p50 ms': p50(withImages.bare),
      'POST of a 5 MB message p50 ms': p50(message.ours),
      'POST of a 5 MB message p95 ms': percentile(message.ours, 95),
      'its parse, insert and objects p50 ms': p50(message.bare),
      'ours, memory for waiting requests MiB': ours.grownMib,
      'bare https server, memory MiB': bare.grownMib,
      'ours, last answer ms': ours.lastAnswerMs,
      'bare https server, last answer ms': bare.lastAnswerMs,
    },
    {
      'POST with ten images / the ten fetches, p50': {
        ratio: p50(withImages.ours) / p50(withImages.bare),
        wanted: { atMost: 2 },
      },
      'POST of a 5 MB message / its parse, insert and objects, p50': {
        ratio: p50(message.ours) / p50(message.bare),
        wanted: { atMost: 2 },
      },
      'memory of waiting requests': { ratio: ours.grownMib / bare.grownMib, wanted: { atMost: 1.5 } },
      'last answer of waiting requests': {
        ratio: ours.lastAnswerMs / bare.lastAnswerMs,
        wanted: { atMost: 2 },
      },
    },
  )
  process.exit(0)
}

async function benchImages(stack: Stack): Promise<{ ours: number[]; bare: number[] }> {
  const server = fork(path.join(__dirname, 'image-server.ts'))
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  const urls = Array.from({ length: images }, (_, index) => `http://127.0.0.1:${port}/${index}.png`)
  const html = urls.map((url) => `<p>Some text<br><img src="${url}" width="600" height="400"></p>`).join('\n')
  const dispatcher = new Agent()
  const fetchAll = (): Promise<unknown> =>
    Promise.all(urls.map(async (url) => (await request(url, { dispatcher })).body.arrayBuffer()))
  const post = (): Promise<string> => stack.postEmail({ html_text: html })
  await timeEach(perRound, post)
  await timeEach(perRound, fetchAll)
  const result = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    result.ours.push(...(await timeEach(perRound, post)))
    result.bare.push(...(await timeEach(perRound, fetchAll)))
  }
  server.kill()
  return result
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
