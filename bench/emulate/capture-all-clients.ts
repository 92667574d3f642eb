import { emailClients } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'
import { openStackStorage } from '../stack-storage'
import { request } from 'undici'
import { z } from 'zod'
import { startAssetOrigin } from '../../services/render-worker/src/asset-origin'
import { buildMessage } from '../../services/render-worker/src/build-message'
import type { Engine } from '../../services/render-worker/src/engines/engine'
import { startEngine } from '../../services/render-worker/src/engines/engine-registry'
import { loadEmail } from '../../services/render-worker/src/load-email'
import { benchEngineContext } from '../engine-context'
import { buildNewsletter } from '../newsletter'
import { startNewsletterWeb } from '../newsletter-web'
import { openStack } from '../stack'

/** Milliseconds for one email in every email client that can be captured here. */
export interface AllClients {
  clients: number
  /** By the stack, from the first request to the last answer. */
  oursMs: number
  /** By bare engines, one capture after the other. */
  bareOneByOneMs: number
  /** By bare engines, two captures at a time, as many as the stack's worker draws. */
  bareTwoAtOnceMs: number
}

const rounds = 3
const atOnce = 2
const captureTimeoutMs = 60_000

/** Measures the stack and the bare engines in alternating rounds: the fastest time of each. */
export async function captureAllClients(): Promise<AllClients> {
  const stack = openStack()
  const web = await startNewsletterWeb()
  const html = await buildNewsletter(web.url)
  const storage = openStackStorage()
  const post = (): Promise<string> => stack.postEmail({ html_text: html, plain_text: 'The month in coffee' })

  const configurations = z
    .record(z.string(), z.object({ status: z.string() }))
    .parse(
      await (
        await request(`${stack.instantUrl}/clients/configurations`, { dispatcher: stack.dispatcher })
      ).body.json(),
    )
  const available = emailClients.filter(({ code }) => configurations[code]?.status === 'normal')

  const email = await loadEmail(storage, await post(), 'allowed', AbortSignal.timeout(20_000))
  const origin = await startAssetOrigin(() => undefined)
  origin.serve(email.assets)
  const context = benchEngineContext(origin, atOnce)
  const names = new Set(available.map(({ engine }) => engine))
  const engines = new Map<string, Engine>()
  for (const name of names) engines.set(name, await startEngine(name, context))
  const documents = await Promise.all(
    available.map(async (emailClient) => {
      const { document } = emulate(emailClient, email.content, {
        orientation: 'vertical',
        images: 'allowed',
        assetUrl: (url: string) => email.assetUrls.get(url) ?? null,
      })
      return {
        engine: engines.get(emailClient.engine),
        document: document.kind === 'message' ? await buildMessage(document, email.parts) : document,
      }
    }),
  )
  const bare = async (atATime: number): Promise<number> => {
    const waiting = [...documents]
    return elapsed(async () => {
      const draw = async (): Promise<void> => {
        for (let next = waiting.pop(); next; next = waiting.pop())
          await next.engine?.capture(next.document, AbortSignal.timeout(captureTimeoutMs))
      }
      await Promise.all(Array.from({ length: atATime }, draw))
    })
  }
  const ours = async (): Promise<number> => {
    const guid = await post()
    return elapsed(() => Promise.all(available.map(({ code }) => stack.getPreview(guid, code))))
  }

  const fastest = { oursMs: Infinity, bareOneByOneMs: Infinity, bareTwoAtOnceMs: Infinity }
  for (let round = 0; round <= rounds; round++) {
    const times = { oursMs: await ours(), bareOneByOneMs: await bare(1), bareTwoAtOnceMs: await bare(atOnce) }
    // The first round is the warm-up.
    if (round === 0) continue
    for (const name of ['oursMs', 'bareOneByOneMs', 'bareTwoAtOnceMs'] as const)
      fastest[name] = Math.min(fastest[name], times[name])
  }
  for (const engine of engines.values()) await engine.close()
  await origin.close()
  web.close()
  storage.close()
  return { clients: available.length, ...fastest }
}

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
