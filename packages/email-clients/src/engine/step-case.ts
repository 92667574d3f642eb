import type { Images } from '../email-client'
import type { Citation } from '../sources/sources'

/**
 * What one step of a profile does to a few lines of HTML. `tests/steps.test.ts` runs every case, with the step and
 * without it; the pages of `docs/clients` show them.
 */
export interface StepCase {
  /** The name of the step's function. */
  step: string
  /** What a reader sees: a sentence in Markdown. */
  sees: string
  html: string
  /** The text of each linked style sheet. Default: none was frozen. */
  styleSheet?: string
  /** Default: images are on. */
  images?: Images
  /** A part of the client's page that is not there without the step. */
  shows?: string
  /** A part of the client's page without the step, which the step takes out. */
  hides?: string
  /** The rule by which `/changes` tells of it. Null: the step is not told. */
  rule: string | null
  /** By code of an email client, how the citation of the rule begins; without a rule, the source. */
  sources: Readonly<Record<string, Citation>>
}
