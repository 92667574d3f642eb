import { consumeCodes, type CodeUse } from './consume-codes'
import { inBatches } from './in-batches'
import type { IssuedTokens } from './issued-tokens'
import { findCodes, type CodePresentation, type FoundCode } from './presented-code'
import type { GrantDeps } from './token-request'

/** The two statements of a code exchange. Exchanges that come at the same time share them, in batches. */
export interface CodeBatches {
  find(presentation: CodePresentation): Promise<FoundCode>
  /** See `consumeCodes`. Resolves to null when another exchange has used the code, or the consent was taken back. */
  consume(use: CodeUse): Promise<IssuedTokens | null>
}

/** Makes the batches of a process; call it once, or exchanges do not share statements. */
export const createCodeBatches = (deps: GrantDeps): CodeBatches => ({
  find: inBatches((presentations) => findCodes(deps, presentations)),
  consume: inBatches((uses) => consumeCodes(deps, uses)),
})
