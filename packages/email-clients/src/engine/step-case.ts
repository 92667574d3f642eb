import type { Images } from '../email-client'
import type { Citation } from '../sources/sources'

/**
 * What a step does to a few lines of HTML. `tests/steps.test.ts` runs each with and without the step; `docs/clients`
 * shows them.
 */
export interface StepCase {
  step: string
  sees: string
  html: string
  /** CSS of each linked style sheet. Default: none was frozen. */
  styleSheet?: string
  images?: Images
  /** HTML of the client's page, missing without the step. */
  shows?: string
  /** HTML of the client's page without the step, missing with it. */
  hides?: string
  /** As in `/changes`. Null: not reported. */
  rule: string | null
  /** By code: how the rule's citation begins; without a rule, the source. */
  sources: Readonly<Record<string, Citation>>
}
