import type { CssNode } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Change } from './emulated-document'

/** What a change concerns, for `JudgeChange`. */
export interface ChangedPart {
  /** Absent: what `selectors` match. */
  elements?: readonly Tree.Element[]
  selectors?: readonly CssNode[]
  /** What is taken from them. */
  declarations?: readonly CssNode[]
  /** What is left of the rule or `style` attribute, also after later steps. */
  beside?: Iterable<CssNode>
  /** Around it, from the outside; or an at-rule or a media query that is the change itself. */
  atRules?: readonly CssNode[]
}

export type Judgement = Pick<Change, 'effect' | 'instead' | 'isSettled'>

/** What is absent from the answer is decided by rule and what alone (`explainChange`). */
export type JudgeChange = (change: Pick<Change, 'rule' | 'what'>, part: ChangedPart) => Judgement
