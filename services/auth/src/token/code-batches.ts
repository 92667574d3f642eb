import { consumeCodes, type CodeUse } from './consume-codes'
import { inBatches } from './in-batches'
import type { IssuedTokens } from './issued-tokens'
import { findCodes, type CodePresentation, type FoundCode } from './presented-code'
import type { GrantDeps } from './token-request'

/** Exchanges that come at the same time share both statements. */
export interface CodeBatches {
  find(presentation: CodePresentation): Promise<FoundCode>
  /** Null when another exchange has used the code, or the consent was taken back. */
  consume(use: CodeUse): Promise<IssuedTokens | null>
}

/** Call it once in a process. */
export const createCodeBatches = (deps: GrantDeps): CodeBatches => ({
  find: inBatches((presentations) => findCodes(deps, presentations)),
  consume: inBatches((uses) => consumeCodes(deps, uses)),
})
