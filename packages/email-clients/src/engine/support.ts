import type { Citation } from '../sources/sources'
import { compareVersions } from './compare-versions'

/**
 * One test of caniemail: its verdict (`y` honoured, `n` not honoured, `a` partly), the feature, and the date or version
 * that was tested.
 */
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

/** What a client honours. */
export interface Support {
  /** The verdict on a subject, by its kind (generate/feature-subjects.ts) and its name in lower case. */
  judge(kind: string, name: string): Verdict
  /** The verdict of a correction or a cell. Null if the subject has neither. */
  find(kind: string, name: string): Verdict | null
}

/** For clients that remove what they know to be bad: everything untested is honoured. */
export const keepUnlisted: JudgeUnlisted = () => ({ honoured: true, source: 'not known to be refused' })

/**
 * Combines hand-written corrections with generated cells; a correction wins. A cell that says "partly" counts as
 * honoured unless corrected. A verdict is computed when it is first needed, because an email needs few of the thousands
 * that exist.
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
  const fromCells = (subject: string): Verdict | null => {
    const history = cells(subject)
    const ofVersion =
      version === null ? history : history.filter(([, , tested]) => compareVersions(tested, version) <= 0)
    const cell = ofVersion.at(-1) ?? history[0]
    if (!cell) return null
    const [verdict, feature, tested] = cell
    return { honoured: verdict !== 'n', source: `caniemail ${feature}, ${tested}` }
  }
  const find = (kind: string, name: string): Verdict | null => {
    const subject = `${kind}:${name}`
    const known = verdicts.get(subject)
    if (known !== undefined) return known
    const verdict = fromCells(subject)
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
