import type { EmailClient } from '@pas/email-clients/email-client'
import { emulate } from '@pas/email-clients/emulate'
import type { EmailContent, HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import type { Asset } from './assets'
import { hash, servedUrl, type Drawer } from './drawer'
import {
  caniemailFeatures,
  findExpectedCell,
  findLatestChange,
  orderOf,
  retestedIn,
  type ExpectedCell,
} from './expected-cells'
import { features } from './features'
import { makeEmails, type FeatureEmails } from './make-emails'
import type { Outcome } from './score'
import type { ScoredCode } from './scored-codes'

/** One cell of caniemail next to what a client's pictures say. */
export interface JudgedCell extends Outcome {
  slug: string
  cell: ExpectedCell
  /** How it was seen. */
  seen: 'other picture' | 'same bytes' | 'same picture' | 'damage'
}

/** Where the measurement's emails say their assets are. */
const emailAssets = 'http://fidelity.example/'

export const emailOf = (html: string, assetBase: string): EmailContent => ({
  html: html.replaceAll('asset:', assetBase),
  plainText: null,
  subject: null,
  fromAddress: null,
  fromDisplayName: null,
})

/** All phones are measured in one window, and all tablets in another: no cell is about a size, and equal documents are drawn once. */
const mobileWindows = {
  phone: { width: 390, height: 844, deviceScaleFactor: 2 },
  tablet: { width: 820, height: 1180, deviceScaleFactor: 2 },
}
/** CSS pixels: no phone of the catalogue is as wide, no tablet as narrow. */
const leastTabletWidth = 600

/** What a client makes of an email, its assets as if frozen, in the window that all of its kind are measured in. */
export function emulateFor(emailClient: EmailClient, html: string, assets: readonly Asset[]): HtmlDocument {
  const names = new Set(assets.map(({ name }) => name))
  const { document } = emulate(emailClient, emailOf(html, emailAssets), {
    orientation: 'vertical',
    images: 'allowed',
    assetUrl: (url) => {
      const name = url.startsWith(emailAssets) ? url.slice(emailAssets.length) : ''
      return names.has(name) ? servedUrl(name) : null
    },
  })
  if (document.kind !== 'html') throw new Error(`${emailClient.code} shows no HTML`)
  const { frame } = document
  if (!frame.mobile) return document
  const window = frame.width < leastTabletWidth ? mobileWindows.phone : mobileWindows.tablet
  return { ...document, frame: { ...frame, ...window } }
}

/** The email as a browser shows it without any client. */
export function bareDocument(html: string): HtmlDocument {
  return {
    kind: 'html',
    html: html.replaceAll('asset:', servedUrl('')),
    frame: { width: 1000, height: 800, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' },
    captureSelector: null,
  }
}

/** Cells of one code by slug. */
export type Cells = ReadonlyMap<string, ExpectedCell>

/**
 * Which cells can be judged for this code: said to be yes or no, and with all that is needed to see it. `outdated` are those about what
 * stands in a style sheet, tested before the client began to drop `<style>`, or to keep it: caniemail's newer cell for `<style>` contradicts them;
 * and those of a feature that another one, tested later, has within it.
 */
export function cellsToJudge(
  code: ScoredCode,
  visible: ReadonlySet<string>,
): { judgeable: Cells; outdated: Cells } {
  const cells = new Map(
    caniemailFeatures.flatMap((feature) => {
      const cell = findExpectedCell(feature, code)
      return cell ? [[feature.slug, cell] as const] : []
    }),
  )
  const judgeable = new Map<string, ExpectedCell>()
  const outdated = new Map<string, ExpectedCell>()
  const styleElement = caniemailFeatures.find(({ slug }) => slug === 'html-style')
  const styleChanged = styleElement ? findLatestChange(styleElement, code) : null
  for (const [slug, cell] of cells) {
    const description = features[slug]
    if (!description || !visible.has(slug)) continue
    if (cell.verdict !== 'y' && cell.verdict !== 'n') continue
    const later = cells.get(retestedIn[slug] ?? '')
    if (later && later.verdict !== cell.verdict) {
      outdated.set(slug, cell)
      continue
    }
    if (description.shows === 'rule' && styleChanged !== null && orderOf(cell.version, styleChanged) < 0) {
      outdated.set(slug, cell)
      continue
    }
    // Tested with a Google account, in a style sheet that other accounts never see.
    if (cell.verdict === 'y' && code.isForeignAccount && description.shows === 'rule') continue
    const isSeen = (description.needs ?? []).every((needed) => cells.get(needed)?.verdict !== 'n')
    if (cell.verdict === 'n' || isSeen) judgeable.set(slug, cell)
  }
  return { judgeable, outdated }
}

/** Whether the pictures of a feature's emails say that it is honoured. Equal documents are not drawn. */
export async function judge(
  drawer: Pick<Drawer, 'hashOf'>,
  emails: FeatureEmails,
  documentOf: (html: string) => HtmlDocument,
): Promise<{ isHonoured: boolean; seen: JudgedCell['seen'] }> {
  const withFeature = documentOf(emails.withFeature)
  const withoutFeature = documentOf(emails.withoutFeature)
  if (withFeature.html === withoutFeature.html) return { isHonoured: false, seen: 'same bytes' }
  const misread = emails.misread.map(documentOf)
  if (misread.some(({ html }) => html === withFeature.html)) return { isHonoured: false, seen: 'damage' }
  const [shown, plain] = await Promise.all([drawer.hashOf(withFeature), drawer.hashOf(withoutFeature)])
  if (shown === plain) return { isHonoured: false, seen: 'same picture' }
  for (const document of misread) {
    if ((await drawer.hashOf(document)) === shown) return { isHonoured: false, seen: 'damage' }
  }
  return { isHonoured: true, seen: 'other picture' }
}

/** Slugs of the features that show in the bare engine; the others' descriptions are at fault, or it does not know the feature. */
export async function findVisibleFeatures(drawer: Drawer): Promise<Set<string>> {
  const visible = new Set<string>()
  await eachOf(Object.keys(features), async (slug) => {
    const { isHonoured } = await judge(drawer, emailsOf(slug), bareDocument)
    if (isHonoured) visible.add(slug)
  })
  return visible
}

/** An engine and the slugs of the features that show in it when no client is between. */
export interface MeasuredEngine {
  drawer: Drawer
  visible: ReadonlySet<string>
}

/** What a measurement is made with. */
export interface Measuring {
  engines: ReadonlyMap<string, MeasuredEngine>
  assets: readonly Asset[]
}

export interface Measurement {
  /** By slug. */
  judged: JudgedCell[]
  /** Equal for clients that make the same documents of all emails. */
  signature: string
}

/** Judges cells of one code. */
export async function measureClient(
  { engines, assets }: Measuring,
  emailClient: EmailClient,
  cells: Cells,
): Promise<Measurement> {
  const drawer = engines.get(emailClient.engine)?.drawer
  if (!drawer) throw new Error(`${emailClient.engine} is not here`)
  const judged: (JudgedCell & { documents: string })[] = []
  await eachOf([...cells], async ([slug, cell]) => {
    const documents = new Map<string, HtmlDocument>()
    const documentOf = (html: string): HtmlDocument => {
      const document = documents.get(html) ?? emulateFor(emailClient, html, assets)
      documents.set(html, document)
      return document
    }
    const verdict = await judge(drawer, emailsOf(slug), documentOf)
    const expected = cell.verdict === 'y' ? 'y' : 'n'
    judged.push({
      slug,
      cell,
      expected,
      ...verdict,
      documents: hash(JSON.stringify([...documents.values()])),
    })
  })
  judged.sort((one, other) => (one.slug < other.slug ? -1 : 1))
  return { judged, signature: hash(...judged.map(({ documents }) => documents)) }
}

export function emailsOf(slug: string): FeatureEmails {
  const description = features[slug]
  if (!description) throw new Error(`${slug} is not described`)
  return makeEmails(description)
}

/** A few at a time: the engine has its own limit, and what is ready waits for it. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item)
    }),
  )
}
