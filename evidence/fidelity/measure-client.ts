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

export interface JudgedCell extends Outcome {
  slug: string
  cell: ExpectedCell
  /** `damage`: a picture that equals a misread version. */
  seen: 'other picture' | 'same bytes' | 'same picture' | 'damage'
}

const emailAssets = 'http://fidelity.example/'

/** `asset:` becomes the assets' base address. */
export const emailOf = (html: string, assetBase: string): EmailContent => ({
  html: html.replaceAll('asset:', assetBase),
  plainText: null,
  subject: null,
  fromAddress: null,
  fromDisplayName: null,
})

/**
 * One for all phones and one for all tablets, so that equal documents share pictures. No cell depends on the window's
 * size.
 */
const mobileWindows = {
  phone: { width: 390, height: 844, deviceScaleFactor: 2 },
  tablet: { width: 820, height: 1180, deviceScaleFactor: 2 },
}
/** CSS pixels: all phones of the catalogue are narrower, all tablets at least as wide. */
const leastTabletWidth = 600

/** With frozen assets. Throws when the client shows no HTML. */
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

/** As the engine shows it without an email client. */
export function bareDocument(html: string): HtmlDocument {
  return {
    kind: 'html',
    html: html.replaceAll('asset:', servedUrl('')),
    frame: { width: 1000, height: 800, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' },
    captureSelector: null,
  }
}

/** Of one code, by slug. */
export type Cells = ReadonlyMap<string, ExpectedCell>

/**
 * The cells that can be judged for this code: caniemail says yes or no, the engine shows the feature, and the client
 * honours what the feature needs. `outdated` are cells of rules that were tested before the client began to drop or to
 * keep `<style>`, and cells of a feature that a feature tested later contains with another verdict.
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
    // caniemail tested it with a Google account; with other accounts Gmail's app drops style sheets.
    if (cell.verdict === 'y' && code.isForeignAccount && description.shows === 'rule') continue
    const isSeen = (description.needs ?? []).every((needed) => cells.get(needed)?.verdict !== 'n')
    if (cell.verdict === 'n' || isSeen) judgeable.set(slug, cell)
  }
  return { judgeable, outdated }
}

/** Equal documents are not drawn. */
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

/**
 * Slugs of features that show without an email client. Others cannot be judged: the engine does not support them, or
 * the description is wrong.
 */
export async function findVisibleFeatures(drawer: Drawer): Promise<Set<string>> {
  const visible = new Set<string>()
  await eachOf(Object.keys(features), async (slug) => {
    const { isHonoured } = await judge(drawer, emailsOf(slug), bareDocument)
    if (isHonoured) visible.add(slug)
  })
  return visible
}

export interface MeasuredEngine {
  drawer: Drawer
  visible: ReadonlySet<string>
}

export interface Measuring {
  engines: ReadonlyMap<string, MeasuredEngine>
  assets: readonly Asset[]
}

export interface Measurement {
  /** Sorted by slug. */
  judged: JudgedCell[]
  /** Equal for clients that make the same documents of all emails. */
  signature: string
}

/** Throws when the client's engine is not among `engines`. */
export async function measureClient(
  { engines, assets }: Measuring,
  emailClient: EmailClient,
  cells: Cells,
): Promise<Measurement> {
  const drawer = engines.get(emailClient.engine)?.drawer
  if (!drawer)
    throw new Error(`${emailClient.code} cannot be measured: ${emailClient.engine} was not started`)
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

/** Throws for a slug without a description. */
export function emailsOf(slug: string): FeatureEmails {
  const description = features[slug]
  if (!description) throw new Error(`${slug} has no description in fidelity/features`)
  return makeEmails(description)
}

/** Four at a time: more than the engine draws at once, so that it never waits for the next document. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item)
    }),
  )
}
