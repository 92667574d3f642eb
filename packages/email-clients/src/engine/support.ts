import type { Citation } from '../sources/sources'
import { compareVersions } from './compare-versions'

/** One test of caniemail: verdict (`y` honoured, `n` not, `a` partly), feature, and the tested date or version. */
export type SupportCell = readonly [verdict: string, feature: string, tested: string]

/**
 * Returns the cells about a subject, the oldest first. A subject is `kind:name`, e.g. `property:position` or
 * `value:display grid`. Returns an empty list if it was never tested.
 */
export type SupportCells = (subject: string) => readonly SupportCell[]

/** A verdict written by hand, which overrides cells. Its subject is `kind:name`; its source usually has a date. */
export interface Correction {
  subject: string
  honoured: boolean
  source: Citation
}

/** Whether a client honours a subject, and the source that says so. */
export interface Verdict {
  honoured: boolean
  source: Citation
}

/** Judges a subject that has neither a correction nor a cell. */
export type JudgeUnlisted = (kind: string, name: string) => Verdict

export interface Support {
  /** The verdict on a subject, by its kind (generate/feature-subjects.ts) and its name in lower case. */
  judge(kind: string, name: string): Verdict
  /** The verdict of a correction or a cell. Null if the subject has neither. */
  find(kind: string, name: string): Verdict | null
}

/** For clients that remove what they know to be bad: everything untested is honoured. */
export const keepUnlisted: JudgeUnlisted = () => ({ honoured: true, source: 'not known to be refused' })

/** Kinds of subjects that exist only in a style sheet. */
const sheetKinds: ReadonlySet<string> = new Set([
  'selector',
  'pseudo-class',
  'pseudo-element',
  'at-rule',
  'media-feature',
])

/** When a client last began or stopped to honour a feature. Null: its cells show no change. */
function lastChange(history: readonly SupportCell[]): string | null {
  const change = history.findLastIndex(
    ([verdict], index) => index > 0 && (verdict === 'n') !== (history[index - 1]?.[0] === 'n'),
  )
  return history[change]?.[2] ?? null
}

/**
 * Combines hand-written corrections with generated cells; a correction wins. A cell that says "partly" counts as
 * honoured unless corrected. A cell about a part of style sheets says nothing if it is older than the client's last
 * change of mind about `<style>`. A verdict is computed when it is first needed, because an email needs few of the
 * thousands that exist.
 *
 * @param version the client's version: the newest cell that is not of a later version counts, or else the oldest. Null:
 * the newest cell counts.
 */
export function createSupport({
  cells = () => [],
  version = null,
  corrections = [],
  unlisted = keepUnlisted,
}: {
  /** Default: nothing was tested. */
  cells?: SupportCells
  version?: string | null
  corrections?: readonly Correction[]
  unlisted?: JudgeUnlisted
}): Support {
  const verdicts = new Map<string, Verdict>()
  for (const { subject, honoured, source } of corrections) verdicts.set(subject, { honoured, source })
  const ofVersion = (history: readonly SupportCell[]): readonly SupportCell[] =>
    version === null ? history : history.filter(([, , tested]) => compareVersions(tested, version) <= 0)
  const styleChanged = lastChange(ofVersion(cells('element:style')))
  const fromCells = (kind: string, subject: string): Verdict | null => {
    const isOutdated = ([, , tested]: SupportCell): boolean =>
      styleChanged !== null && sheetKinds.has(kind) && compareVersions(tested, styleChanged) < 0
    const history = cells(subject).filter((cell) => !isOutdated(cell))
    const cell = ofVersion(history).at(-1) ?? history[0]
    if (!cell) return null
    const [verdict, feature, tested] = cell
    return { honoured: verdict !== 'n', source: `caniemail ${feature}, ${tested}` }
  }
  const find = (kind: string, name: string): Verdict | null => {
    const subject = `${kind}:${name}`
    const known = verdicts.get(subject)
    if (known !== undefined) return known
    const verdict = fromCells(kind, subject)
    // Names without a verdict are not kept: they come from the email, so there could be any number of them.
    if (verdict !== null) verdicts.set(subject, verdict)
    return verdict
  }
  return { find, judge: (kind, name) => find(kind, name) ?? unlisted(kind, name) }
}

/** Corrections which say that a client honours `subjects`, written as `kind:name`. */
export function honours(source: Citation, ...subjects: string[]): Correction[] {
  return subjects.map((subject) => ({ subject, honoured: true, source }))
}

/** Corrections which say that a client refuses `subjects`, written as `kind:name`. */
export function refuses(source: Citation, ...subjects: string[]): Correction[] {
  return subjects.map((subject) => ({ subject, honoured: false, source }))
}
