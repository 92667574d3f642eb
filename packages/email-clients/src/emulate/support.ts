/** `y` honoured, `n` not, `a` partly: the word caniemail uses, its feature, and when that cell was tested. */
export type SupportCell = readonly [verdict: 'y' | 'n' | 'a', feature: string, tested: string]

/** Cells by `kind:name`, e.g. `property:position`, `value:display grid`. */
export type SupportCells = Readonly<Record<string, SupportCell>>

/** A verdict written by hand, with where it comes from and when that was published. */
export interface Correction {
  subject: string
  honoured: boolean
  source: string
}

export interface Verdict {
  honoured: boolean
  source: string
}

/** What a client honours: asked with `kind` and `name`, null when nothing is known of it. */
export interface Support {
  find(kind: string, name: string): Verdict | null
}

/** Puts hand-written corrections over generated cells. A cell that says "partly" counts as honoured until corrected. */
export function createSupport(cells: SupportCells, corrections: readonly Correction[]): Support {
  const verdicts = new Map<string, Verdict>()
  for (const [subject, [verdict, feature, tested]] of Object.entries(cells)) {
    verdicts.set(subject, { honoured: verdict !== 'n', source: `caniemail ${feature}, ${tested}` })
  }
  for (const { subject, honoured, source } of corrections) verdicts.set(subject, { honoured, source })
  return { find: (kind, name) => verdicts.get(`${kind}:${name}`) ?? null }
}
