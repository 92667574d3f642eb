import type { Citation } from '../sources/sources'
import { compareVersions } from './compare-versions'

/** caniemail's verdict (`y` honoured, `n` not, `a` partly), feature, and tested date or version. */
export type SupportCell = readonly [verdict: string, feature: string, tested: string]

/** Oldest first. A subject is `kind:name`: `property:position`, `value:display grid`. Empty if never tested. */
export type SupportCells = (subject: string) => readonly SupportCell[]

/** A hand-written verdict, which overrides cells. `subject`: `kind:name`. */
export interface Correction {
  subject: string
  honoured: boolean
  source: Citation
}

export interface Verdict {
  honoured: boolean
  source: Citation
}

export type JudgeUnlisted = (kind: string, name: string) => Verdict

export interface Support {
  /** `kind` as in generate/feature-subjects.ts; `name` in lower case. */
  judge(kind: string, name: string): Verdict
  /** Null if neither a correction nor a cell says it. */
  find(kind: string, name: string): Verdict | null
}

/** For a filter that is a blocklist: what is untested is honoured. */
export const keepUnlisted: JudgeUnlisted = () => ({ honoured: true, source: 'not known to be refused' })

const sheetKinds: ReadonlySet<string> = new Set([
  'selector',
  'pseudo-class',
  'pseudo-element',
  'at-rule',
  'media-feature',
])

/**
 * A correction wins over cells. "Partly" counts as honoured. Cells about style sheets do not count if they are older
 * than the client's last change of its support for `<style>`.
 */
export function createSupport({
  cells = () => [],
  version = null,
  corrections = [],
  unlisted = keepUnlisted,
}: {
  cells?: SupportCells
  /** Cells of later versions do not count; if all are later, the oldest does. Null: the newest counts. */
  version?: string | null
  corrections?: readonly Correction[]
  unlisted?: JudgeUnlisted
}): Support {
  const verdicts = new Map<string, Verdict>()
  for (const { subject, honoured, source } of corrections) verdicts.set(subject, { honoured, source })
  const upToVersion = (history: readonly SupportCell[]): readonly SupportCell[] =>
    version === null ? history : history.filter(([, , tested]) => compareVersions(tested, version) <= 0)
  const styleChangedAt = findLastChange(upToVersion(cells('element:style')))
  const judgeByCells = (kind: string, subject: string): Verdict | null => {
    const isOutdated = ([, , tested]: SupportCell): boolean =>
      styleChangedAt !== null && sheetKinds.has(kind) && compareVersions(tested, styleChangedAt) < 0
    const history = cells(subject).filter((cell) => !isOutdated(cell))
    const cell = upToVersion(history).at(-1) ?? history[0]
    if (!cell) return null
    const [verdict, feature, tested] = cell
    return { honoured: verdict !== 'n', source: `caniemail ${feature}, ${tested}` }
  }
  const find = (kind: string, name: string): Verdict | null => {
    const subject = `${kind}:${name}`
    const known = verdicts.get(subject)
    if (known !== undefined) return known
    const verdict = judgeByCells(kind, subject)
    // Names without a verdict are not kept: they come from the email, so there could be any number of them.
    if (verdict !== null) verdicts.set(subject, verdict)
    return verdict
  }
  return { find, judge: (kind, name) => find(kind, name) ?? unlisted(kind, name) }
}

/** When the client last began or ceased to honour it; null if it never changed. */
function findLastChange(history: readonly SupportCell[]): string | null {
  const change = history.findLastIndex(
    ([verdict], index) => index > 0 && (verdict === 'n') !== (history[index - 1]?.[0] === 'n'),
  )
  return history[change]?.[2] ?? null
}

/** `subjects`: `kind:name`. */
export function honours(source: Citation, ...subjects: string[]): Correction[] {
  return subjects.map((subject) => ({ subject, honoured: true, source }))
}

/** `subjects`: `kind:name`. */
export function refuses(source: Citation, ...subjects: string[]): Correction[] {
  return subjects.map((subject) => ({ subject, honoured: false, source }))
}
