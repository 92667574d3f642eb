import path from 'node:path'
import { differenceBody } from '@pas/api-contract/differences'
import { previewListBody } from '@pas/api-contract/previews'
import { describeWithEngine } from '@pas/testing/engines-found'
import { isLongRun } from '@pas/testing/long-run'
import { postEmail } from '@pas/testing/post-email'
import { startSmallWeb } from '@pas/testing/small-web'
import type { Edit } from './engines-differences/edit'
import { fewHtmlEdits, htmlEdits, square, whole } from './engines-differences/html-edits'
import { fewTextEdits, textEdits, wholeText } from './engines-differences/text-edits'
import { createServices, type ServiceProcess, type Services } from './start-services'

interface Case extends Edit<Buffer> {
  emailClient: string
}

const seenIn = (emailClient: string, edits: readonly Edit<Buffer>[]): Case[] =>
  edits.map((edit) => ({ ...edit, emailClient }))

const textEmailClients = ['W3M', 'LYNX', 'PLAINTEXT']
const casesOf: Record<string, Case[]> = {
  chromium: seenIn('CHROMEGMAILNEW', isLongRun ? htmlEdits : fewHtmlEdits),
  text: isLongRun
    ? textEmailClients.flatMap((emailClient) => seenIn(emailClient, textEdits))
    : fewTextEdits.map((edit, n) => ({
        ...edit,
        emailClient: textEmailClients[n % textEmailClients.length] ?? '',
      })),
  ...Object.fromEntries(
    Object.entries({
      firefox: 'FFGMAILNEW',
      roundcube: 'ROUNDCUBE',
      thunderbird: 'THUNDERBIRDLATEST',
      webkit: 'APPMAIL16',
    }).map(([engine, emailClient]) => [
      engine,
      seenIn(emailClient, isLongRun ? htmlEdits : fewHtmlEdits.slice(2, 3)),
    ]),
  ),
}
const dayMs = 86_400_000
/** Loaded before the code of a worker, whose clock is then 400 days ahead. */
const anotherDay = {
  NODE_OPTIONS: `--require=${path.join(__dirname, 'engines-differences/another-day.cjs')}`,
}

describe('an edit of an email', () => {
  let services: Services
  let api: ServiceProcess
  let images: ServiceProcess
  let web: Awaited<ReturnType<typeof startSmallWeb>>

  beforeAll(async () => {
    web = await startSmallWeb((req, res) => {
      const n = /pixel-(\d)/.exec(req.url ?? '')?.[1]
      void square(n === undefined ? null : Number(n)).then((png) =>
        res.setHeader('Content-Type', 'image/png').end(png),
      )
    })
    services = await createServices({ ASSET_ALLOW: `127.0.0.1:${web.port}`, EMAILS_PER_MINUTE: '1000' })
    ;[api, images] = await Promise.all([services.startApi(), services.startImages()])
  })
  afterAll(async () => {
    await services.close()
    await web.close()
  })

  let address = 0
  const get = async (url: string): Promise<Response> => {
    address += 1
    return fetch(url.replace('https://images.test', images.url), {
      headers: {
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-For': `10.0.${address >> 8}.${address & 255}`,
        Authorization: `Basic ${Buffer.from(`${services.apiKey}:`).toString('base64')}`,
        Prefer: 'wait=30',
      },
    })
  }
  const post = (html: string, emailClient: string, more: object = {}): Promise<string> =>
    postEmail(`${api.url}/v1`, services.apiKey, {
      html_text: html.replaceAll('{web}', web.url),
      configurations: [{ client: emailClient }],
      ...more,
    })

  async function compare(head: string, base: string) {
    await get(`${api.url}/v1/emails/${base}/previews`)
    const answer = await get(`${api.url}/v1/emails/${head}/previews?base=${base}`)
    const [preview] = previewListBody.parse(await answer.json()).previews
    if (preview?.status !== 'captured') throw new Error(`not captured: ${JSON.stringify(preview)}`)
    return preview
  }

  for (const [engine, cases] of Object.entries(casesOf)) {
    describeWithEngine(engine, engine, () => {
      let worker: ServiceProcess
      beforeAll(async () => {
        worker = await services.startWorker(engine)
      })
      afterAll(() => worker.stop())

      it.each(cases)(
        'is seen in $emailClient, and where: $name',
        async ({ emailClient, base, head, check }) => {
          const baseGuid = await post(base, emailClient)
          const headGuid = await post(head, emailClient, { revision_of: baseGuid })
          const { comparison, full_url: headUrl } = await compare(headGuid, baseGuid)
          const before = await compare(baseGuid, headGuid)
          expect(comparison).toMatchObject({ verdict: 'different' })
          if (comparison?.verdict !== 'different') return
          const summary = await get(comparison.summary_url)
          expect(summary.status).toBe(200)
          const { regions } = differenceBody.parse(await summary.json())
          const pngAt = async (url: string) => Buffer.from(await (await get(url)).arrayBuffer())
          await check(regions, { base: await pngAt(before.full_url), head: await pngAt(headUrl) })
        },
        60_000,
      )

      it('is seen in no picture when there is none, also by another worker on another day', async () => {
        const html = engine === 'text' ? wholeText : whole
        for (const emailClient of new Set(cases.map((each) => each.emailClient))) {
          const baseGuid = await post(html, emailClient)
          await get(`${api.url}/v1/emails/${baseGuid}/previews`)
          await worker.stop()
          worker = await services.startWorker(engine, anotherDay)
          const headGuid = await post(html, emailClient)
          const { comparison, drawn_by: drawnBy, captured_at: capturedAt } = await compare(headGuid, baseGuid)
          expect(comparison).toEqual({ verdict: 'equal' })
          expect(Date.parse(capturedAt)).toBeGreaterThan(Date.now() + 300 * dayMs)
          expect(drawnBy).toMatch(/^[0-9a-f]{32}$/)
        }
      }, 60_000)
    })
  }
})
