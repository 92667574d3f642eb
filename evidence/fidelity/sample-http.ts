import { startSmallWeb } from '@pas/testing/small-web'
import { request } from 'undici'
import { openStack } from '@pas/testing/open-stack'
import type { Asset } from './assets'
import { hash } from './drawer'
import type { MeasuredGroup } from './measure-all'
import { emailOf, emailsOf, type JudgedCell } from './measure-client'

/** Pictures drawn over HTTP judge the cell otherwise than pictures drawn directly. */
export interface Disagreement {
  code: string
  cell: JudgedCell
  isHonouredOverHttp: boolean
}

/** As many as the worker draws at once, and one more on its way. */
const atOnce = 3

/**
 * Judges cells through the whole service: POST of emails, GET of previews and pictures. The sample depends only on the
 * cells' names: every run takes the same.
 */
export async function sampleHttp(
  groups: readonly MeasuredGroup[],
  assets: readonly Asset[],
  count: number,
): Promise<{ sampled: number; disagreements: Disagreement[] }> {
  const stack = openStack()
  const byPath = new Map(assets.map((asset) => [`/${asset.name}`, asset]))
  const web = await startSmallWeb((req, res) => {
    const asset = byPath.get(req.url ?? '')
    if (asset) res.writeHead(200, { 'Content-Type': asset.contentType }).end(asset.body)
    else res.writeHead(404).end()
  })
  const sample = groups
    .flatMap(({ lead, judged }) => judged.map((cell) => ({ code: lead.code, cell })))
    .map((entry) => ({ ...entry, order: hash(entry.code, entry.cell.slug) }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .slice(0, count)

  const guids = new Map<string, Promise<string>>()
  const pictureOf = async (html: string, code: string): Promise<string> => {
    const guid = guids.get(html) ?? stack.postEmail({ html_text: emailOf(html, `${web.url}/`).html ?? '' })
    guids.set(html, guid)
    const location = await stack.getPreview(await guid, code)
    const answer = await request(location, { dispatcher: stack.dispatcher })
    if (answer.statusCode !== 200) throw new Error(`GET picture: ${answer.statusCode}`)
    return hash(Buffer.from(await answer.body.arrayBuffer()))
  }
  const isHonoured = async (slug: string, code: string): Promise<boolean> => {
    const { withFeature, withoutFeature, misread } = emailsOf(slug)
    const shown = await pictureOf(withFeature, code)
    for (const html of [withoutFeature, ...misread]) if ((await pictureOf(html, code)) === shown) return false
    return true
  }

  const disagreements: Disagreement[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let entry = sample[next++]; entry !== undefined; entry = sample[next++]) {
        const { code, cell } = entry
        const isHonouredOverHttp = await isHonoured(cell.slug, code)
        if (isHonouredOverHttp !== cell.isHonoured) disagreements.push({ code, cell, isHonouredOverHttp })
      }
    }),
  )
  await web.close()
  return { sampled: sample.length, disagreements }
}
