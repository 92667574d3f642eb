import type { Citation } from '../sources/sources'
import { compareVersions } from './compare-versions'

/** `y` honoured, `n` not, `a` partly: the word caniemail uses, its feature, and when or in which version that was tested. */
export type SupportCell = readonly [verdict: string, feature: string, tested: string]

/** The cells about a subject, `kind:name`, e.g. `property:position` or `value:display grid`, from the oldest to the newest; empty when it was never tested. */
export type SupportCells = (subject: string) => readonly SupportCell[]

/** A verdict written by hand, with where it comes from and when that was published. */
export interface Correction {
  subject: string
  honoured: boolean
  source: Citation
}

export interface Verdict {
  honoured: boolean
  source: Citation
}

/** What is said of things that have neither correction nor cell. */
export type JudgeUnlisted = (kind: string, name: string) => Verdict

/** What a client honours. */
export interface Support {
  /** Of a thing, by its kind (generate/feature-subjects.ts) and its name in lower case. */
  judge(kind: string, name: string): Verdict
  /** The same when it stands in a correction or a cell; null when nobody tested it. */
  find(kind: string, name: string): Verdict | null
}

/** For clients that take out what they know to be bad: all that nobody tested stays. */
export const keepUnlisted: JudgeUnlisted = () => ({ honoured: true, source: 'not known to be refused' })

/**
 * Puts hand-written corrections over generated cells. A cell that says "partly" counts as honoured until corrected. A verdict is made when it
 * is first asked for: an email asks for few of the thousands that there are.
 *
 * @param version the client's own: its newest cell that is not of a later one counts, else the oldest; null: the newest of all
 */
export function createSupport({
  cells = () => [],
  version = null,
  corrections = [],
  unlisted = keepUnlisted,
}: {
  /** Left out: nothing was tested. */
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
    // A name that no table has is the sender's, and there is no end to those.
    if (verdict !== null) verdicts.set(subject, verdict)
    return verdict
  }
  return { find, judge: (kind, name) => find(kind, name) ?? unlisted(kind, name) }
}

/** Corrections that a client honours `subjects`, written as `kind:name`. */
export function honours(source: Citation, ...subjects: string[]): Correction[] {
  return subjects.map((subject) => ({ subject, honoured: true, source }))
}

/** Corrections that a client refuses `subjects`, written as `kind:name`. */
export function refuses(source: Citation, ...subjects: string[]): Correction[] {
  return subjects.map((subject) => ({ subject, honoured: false, source }))
}
