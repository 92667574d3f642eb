import { isDeepStrictEqual } from 'node:util'
import { maxEffectPictures } from '@pas/checks/audit-job'
import type { ClaimedAudit } from '@pas/checks/audit-rows'
import {
  placeKey,
  type Box,
  type MeasuredEffects,
  type MeasuredHere,
  type PlacedChange,
} from '@pas/email-clients/effects/measured-here'
import type { Change, Emulation, HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { areaOf, type Rect, type Region } from '@pas/picture-difference/regions'
import { z } from 'zod'
import type { CaptureDeps } from '../capture-preview'
import { drawnByOf } from '../drawn-by'
import type { EmailEmulator } from '../email-emulator'
import { assertHtml, type Picture } from '../engines/engine'
import { CaptureError } from '../errors'
import { withDocument } from '../with-document'
import { candidateOf, candidatesOf, isDoubted, isOfRadius, kindOf } from './candidates'
import { isSlight } from './is-slight'
import { nextGroup, recordVerdict, startSearch, type Candidate } from './search-effects'

/** Time for one part. Then other work of the queue goes first. */
const partMs = 1_000
/** Of all parts; an email that takes long to draw gets fewer pictures. */
const maxDrawingMs = 10_000

const index = z.int().nonnegative()
const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** Kept in the job between two parts. */
export const effectsProgress = z.object({
  /** Of the pictures so far: those of another worker may differ from ours. */
  drawnBy: z.string(),
  pictures: index,
  drawingMs: z.number(),
  search: z.object({
    seen: z.array(index),
    unseen: z.array(index),
    groups: z.array(z.object({ changes: z.array(index), priority: index, isSecondHalf: z.boolean() })),
    judged: z.object({ same: index, different: index }),
  }),
  boxes: z.array(z.tuple([index, z.array(box)])),
  /** A worker of the release before does not tell these. */
  slight: z.array(index).default([]),
})
export type EffectsProgress = z.infer<typeof effectsProgress>

type Part = { progress: EffectsProgress } & ({ isOver: false } | { isOver: true; result: MeasuredEffects })

type EffectsDeps = CaptureDeps & { emulator: Pick<EmailEmulator, 'emulate' | 'findRegions'> }
type EmulateWithout = (leftOut: readonly PlacedChange[]) => Promise<Emulation>

/** Leaves changes of the email client out, and compares the pictures. Rejects with a `CaptureError`. */
export function measureEffects(
  deps: EffectsDeps,
  claim: ClaimedAudit,
  saved: EffectsProgress | null,
): Promise<Part> {
  const { engine, captureTimeoutMs } = deps
  const timeout = AbortSignal.timeout(captureTimeoutMs)
  const wanted = { ...claim, orientation: 'vertical', images: 'allowed' } as const
  return withDocument(deps, wanted, { timeout }, async (document, { emulateWithout, owner }) => {
    assertHtml(engine.name, document)
    const whole = await emulateWithout([])
    const changes = candidatesOf(claim.emailClient, whole)
    const candidates = changes.map((change) => candidateOf(claim.emailClient, change))
    const drawnBy = drawnByOf(engine)
    const progress = saved?.drawnBy === drawnBy ? saved : startProgress(candidates, drawnBy)
    const draw = (drawn: HtmlDocument): Promise<Picture> => engine.capture(drawn, timeout, owner)
    const findRegions = (pictures: readonly [Buffer, Buffer]): Promise<Region[]> =>
      deps.emulator.findRegions(claim.accountId, pictures, timeout)
    const steps = { changes, candidates, whole: htmlOf(whole), emulateWithout, draw, findRegions }
    if (nextGroup(progress.search) && !(await searchOn(progress, steps))) return { isOver: false, progress }
    const unavoidable = await findUnavoidable(changes, progress.search.unseen, whole, emulateWithout)
    return {
      isOver: true,
      progress,
      result: resultOf(claim.emailClient, whole, changes, { progress, unavoidable }),
    }
  })
}

interface SearchSteps {
  changes: readonly Change[]
  candidates: readonly Candidate[]
  whole: HtmlDocument
  emulateWithout: EmulateWithout
  draw: (document: HtmlDocument) => Promise<Picture>
  findRegions: (pictures: readonly [without: Buffer, unchanged: Buffer]) => Promise<Region[]>
}

/** One part. False when there is more to draw. */
async function searchOn(progress: EffectsProgress, steps: SearchSteps): Promise<boolean> {
  const { changes, candidates, whole, emulateWithout, draw, findRegions } = steps
  const { search, boxes, slight } = progress
  const startedAt = performance.now()
  const before = progress.drawingMs
  const unchanged = await draw(whole)
  progress.pictures += 1
  for (let group = nextGroup(search); group; group = nextGroup(search)) {
    progress.drawingMs = before + performance.now() - startedAt
    if (progress.pictures >= maxEffectPictures || progress.drawingMs > maxDrawingMs) return true
    if (performance.now() - startedAt > partMs) return false
    const without = htmlOf(await emulateWithout(group.flatMap((each) => changes[each] ?? [])))
    // Without its change a step may write the same.
    if (isDeepStrictEqual(without, whole)) {
      recordVerdict(search, candidates, false)
      continue
    }
    const picture = await draw(without)
    progress.pictures += 1
    const isDifferent = !picture.png.equals(unchanged.png)
    const [only] = group
    const change = only === undefined ? undefined : changes[only]
    if (isDifferent && group.length === 1 && only !== undefined && change) {
      const regions = await findRegions([picture.png, unchanged.png])
      boxes.push([only, boxesOf(regions, whole)])
      if (isSlight(regions, whole.frame, isOfRadius(change))) slight.push(only)
    }
    recordVerdict(search, candidates, isDifferent)
  }
  return true
}

/** The largest are enough to show where. */
const maxBoxes = 8

/** Kinds of unseen changes that the email client's steps make in any case: nothing was left out. */
async function findUnavoidable(
  changes: readonly Change[],
  unseen: readonly number[],
  whole: Emulation,
  emulateWithout: EmulateWithout,
): Promise<ReadonlySet<string>> {
  const unavoidable = new Set<string>()
  for (const kind of new Set(unseen.flatMap((each) => changes[each] ?? []).map(kindOf))) {
    const ofKind = changes.filter((change) => kindOf(change) === kind)
    if (isDeepStrictEqual(htmlOf(await emulateWithout(ofKind)), htmlOf(whole))) unavoidable.add(kind)
  }
  return unavoidable
}

/** With its frame, which may depend on what was left out. */
function htmlOf({ document }: Emulation): HtmlDocument {
  if (document.kind === 'html') return document
  throw new CaptureError('unsupported_document', 'effects are measured in HTML only')
}

const startProgress = (candidates: readonly Candidate[], drawnBy: string): EffectsProgress => ({
  drawnBy,
  pictures: 0,
  drawingMs: 0,
  search: startSearch(candidates),
  boxes: [],
  slight: [],
})

/** In the unchanged picture. A region that only the other has is as high as nothing there. */
const boxesOf = (regions: readonly Region[], document: HtmlDocument): Box[] =>
  regions
    .map(({ head }) => head)
    .sort((one, other) => areaOf(other) - areaOf(one))
    .slice(0, maxBoxes)
    .map((rect) => boxOf(rect, document))

function boxOf({ left, top, width, height }: Rect, { frame }: HtmlDocument): Box {
  const scale = frame.deviceScaleFactor
  return { x: left / scale, y: top / scale, width: width / scale, height: height / scale }
}

function resultOf(
  code: string,
  whole: Emulation,
  changes: readonly Change[],
  { progress, unavoidable }: { progress: EffectsProgress; unavoidable: ReadonlySet<string> },
): MeasuredEffects {
  const { seen, unseen } = progress.search
  const boxes = new Map(progress.boxes)
  const slight = new Set(progress.slight)
  const measured = (indexes: readonly number[], isSeen: boolean): MeasuredHere[] =>
    indexes.flatMap((each) => {
      const change = changes[each]
      if (!change || (!isSeen && unavoidable.has(kindOf(change)))) return []
      const { rule, what, where } = change
      return [
        {
          rule,
          what,
          where,
          isSeen,
          boxes: boxes.get(each) ?? [],
          ...(slight.has(each) && { isSlight: true }),
        },
      ]
    })
  const all = [...measured(seen, true), ...measured(unseen, false)]
  const known = new Set(all.map(placeKey))
  const unknown = whole.changes.filter((change) => !known.has(placeKey(change)) && isDoubted(code, change))
  return { changes: all, unknown: unknown.length }
}
