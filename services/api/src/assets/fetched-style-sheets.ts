import { allEnded } from '@pas/emails/all-ended'
import type { AssetPacks } from '@pas/emails/asset-packs'
import type { FairLine } from '@pas/runtime/fair-queue'
import pLimit from 'p-limit'
import { UnreadEmailError, type AccountReader } from '../emulation/email-reader'
import type { StyleSheet } from '../emulation/email-thread'
import type { AssetBudget, FreezeBudgets } from './asset-budget'
import type { FetchedAsset } from './fetch-asset'
import type { FoundAsset, FoundAssets } from './found-assets'

interface FrozenStyleSheet extends StyleSheet {
  asset: FoundAsset
  references: readonly string[]
}

const bytesPerCharacter = 2

export class FetchedStyleSheets {
  private readonly styleSheets: FrozenStyleSheet[] = []
  private heldBytes = 0
  /** One at a time, so that one email does not occupy all threads. */
  private readonly oneAtATime = pLimit(1)

  constructor(
    private readonly emailReader: Pick<AccountReader, 'findInStyleSheet' | 'rewriteStyleSheet'>,
    private readonly budget: AssetBudget,
    private readonly fetches: Pick<FairLine, 'hold'>,
    private readonly budgets: FreezeBudgets,
  ) {}

  async add(asset: FoundAsset, fetched: FetchedAsset): Promise<string[]> {
    if (!this.budget.takeStyleSheet(fetched.body.length)) {
      asset.failure = { reason: 'budget' }
      return []
    }
    asset.contentType = 'text/css; charset=utf-8'
    const styleSheet = { css: decodeCss(fetched), url: fetched.finalUrl }
    const bytes = styleSheet.css.length * bytesPerCharacter
    this.heldBytes += bytes
    this.fetches.hold(bytes)
    const isFollowed = asset.depth <= this.budgets.maxStyleSheetDepth
    const references = isFollowed ? await this.findReferences(styleSheet) : []
    this.styleSheets.push({ ...styleSheet, asset, references })
    return references
  }

  /** Call it after all other fetches: style sheets may refer to each other in circles. */
  async store(found: FoundAssets, packs: Pick<AssetPacks, 'add'>): Promise<void> {
    postponeDependents(this.styleSheets, found)
    const frozen = found.frozenUrls()
    const timeout = AbortSignal.timeout(this.budgets.rewriteMs)
    const rewrite = async ({ asset, css, url }: FrozenStyleSheet): Promise<void> => {
      const rewritten = timeout.aborted
        ? null
        : await this.emailReader.rewriteStyleSheet({ css, url }, frozen, timeout).catch(returnIfUnread(null))
      if (rewritten !== null) asset.place = packs.add(Buffer.from(rewritten))
    }
    const fetched = this.styleSheets.filter(({ asset }) => !asset.isUnfetched)
    await allEnded(fetched.map((styleSheet) => this.oneAtATime(() => rewrite(styleSheet))))
  }

  release(): void {
    this.fetches.hold(-this.heldBytes)
  }

  /** Empty when the style sheet is not read in time. */
  private findReferences(styleSheet: StyleSheet): Promise<string[]> {
    const { signal } = this.budget
    return this.oneAtATime(() =>
      signal.aborted
        ? []
        : this.emailReader
            .findInStyleSheet(styleSheet, this.budgets.maxAssets, signal)
            .catch(returnIfUnread([])),
    )
  }
}

/** CSS Syntax 3 §3.2: byte order mark, charset of the Content-Type, `@charset`, else UTF-8. */
function decodeCss({ body, contentType }: FetchedAsset): string {
  const sentCharset = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]
  const cssCharset = /^@charset "([^"]{1,40})";/.exec(body.subarray(0, 60).toString('latin1'))?.[1]
  for (const label of [encodingOfMark(body), sentCharset, cssCharset]) {
    if (label === undefined) continue
    try {
      return new TextDecoder(label).decode(body)
    } catch {
      // An unknown encoding is ignored.
    }
  }
  return new TextDecoder().decode(body)
}

function encodingOfMark(body: Buffer): string | undefined {
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 'utf-8' : undefined
}

/** A style sheet is rewritten and stored once, after everything that it refers to was fetched. */
function postponeDependents(styleSheets: readonly FrozenStyleSheet[], found: FoundAssets): void {
  const findDependents = (): FrozenStyleSheet[] =>
    styleSheets.filter(
      ({ asset, references }) =>
        !asset.isUnfetched && references.some((reference) => found.isUnfetched(reference)),
    )
  // Each postponed style sheet postpones those that refer to it.
  for (let dependents = findDependents(); dependents.length > 0; dependents = findDependents())
    for (const { asset } of dependents) {
      asset.isUnfetched = true
      asset.contentType = null
    }
}

const returnIfUnread =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if (error instanceof UnreadEmailError) return instead
    throw error
  }
