import { isDeepStrictEqual } from 'node:util'
import { usualSeverityOf } from '@pas/email-checks/code/severity'
import { maxEffectPictures } from '@pas/checks/audit-job'
import type { ClaimedAudit } from '@pas/checks/audit-rows'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { effectOfChange, type EffectOfChange } from '@pas/email-clients/effects/effect-of-change'
import {
  canBeLeftOut,
  placeKey,
  type Box,
  type MeasuredEffects,
  type MeasuredHere,
  type PlacedChange,
} from '@pas/email-clients/effects/measured-here'
import type { Change, Emulation, HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { areaOf, type Rect } from '@pas/picture-difference/regions'
import { z } from 'zod'
import type { CaptureDeps } from '../capture-preview'
import { drawnByOf } from '../drawn-by'
import type { EmailEmulator } from '../email-emulator'
import { assertHtml, type Picture } from '../engines/engine'
import { CaptureError } from '../errors'
import { withDocument } from '../with-document'
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
    const findBoxes = async (pictures: readonly [Buffer, Buffer]): Promise<Box[]> => {
      const regions = await deps.emulator.findRegions(claim.accountId, pictures, timeout)
      const largest = regions.sort((one, other) => areaOf(other) - areaOf(one)).slice(0, maxBoxes)
      return largest.map((region) => boxOf(region, document))
    }
    const steps = { changes, candidates, whole: htmlOf(whole), emulateWithout, draw, findBoxes }
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
  findBoxes: (pictures: readonly [without: Buffer, unchanged: Buffer]) => Promise<Box[]>
}

/** One part. False when there is more to draw. */
async function searchOn(progress: EffectsProgress, steps: SearchSteps): Promise<boolean> {
  const { changes, candidates, whole, emulateWithout, draw, findBoxes } = steps
  const { search, boxes } = progress
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
    if (isDifferent && group.length === 1 && only !== undefined)
      boxes.push([only, await findBoxes([picture.png, unchanged.png])])
    recordVerdict(search, candidates, isDifferent)
  }
  return true
}

/** The largest are enough to show where. */
const maxBoxes = 8

const kindOf = ({ rule, what }: PlacedChange): string => `${rule} ${what}`

/** Without those that a rule decides. */
function candidatesOf(code: string, { changes }: Emulation): Change[] {
  return changes.filter((change) => {
    const known = knownEffectOf(code, change)
    return canBeLeftOut(change) && (known?.effect === 'visible' || known?.basis === 'measured_elsewhere')
  })
}

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

/** What would be a warning first, then other changes that may be seen. */
function candidateOf(code: string, change: Change): Candidate {
  const isWarning = usualSeverityOf(change.rule) !== 'note'
  const { where } = change
  const element = where ? `${where.line}:${where.column}` : change.rule
  return { kind: kindOf(change), element, priority: isDoubted(code, change) ? (isWarning ? 0 : 1) : 2 }
}

const startProgress = (candidates: readonly Candidate[], drawnBy: string): EffectsProgress => ({
  drawnBy,
  pictures: 0,
  drawingMs: 0,
  search: startSearch(candidates),
  boxes: [],
})

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
  const boxesOf = new Map(progress.boxes)
  const measured = (indexes: readonly number[], isSeen: boolean): MeasuredHere[] =>
    indexes.flatMap((each) => {
      const change = changes[each]
      if (!change || (!isSeen && unavoidable.has(kindOf(change)))) return []
      const { rule, what, where } = change
      return [{ rule, what, where, isSeen, boxes: boxesOf.get(each) ?? [] }]
    })
  const all = [...measured(seen, true), ...measured(unseen, false)]
  const known = new Set(all.map(placeKey))
  const unknown = whole.changes.filter((change) => !known.has(placeKey(change)) && isDoubted(code, change))
  return { changes: all, unknown: unknown.length }
}

/** An older measurement, or the rule alone, says that it is seen. */
const isDoubted = (code: string, change: Change): boolean => knownEffectOf(code, change)?.effect === 'visible'

function knownEffectOf(code: string, change: Change): EffectOfChange | null {
  const emailClient = findEmailClient(code)
  return emailClient && effectOfChange(change, emailClient, { orientation: 'vertical', images: 'allowed' })
}
