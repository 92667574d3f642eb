import { consumeCodes, type CodeUse } from './consume-codes'
import { inBatches } from './in-batches'
import type { IssuedTokens } from './issued-tokens'
import { findCodes, type CodePresentation, type FoundCode } from './presented-code'
import type { GrantDeps } from './token-request'

/** The two statements of an exchange, each shared by the exchanges that come to it at the same time. */
export interface CodeBatches {
  find(presentation: CodePresentation): Promise<FoundCode>
  /** Resolves to null when the code is gone. */
  consume(use: CodeUse): Promise<IssuedTokens | null>
}

/** One of them serves a whole process. */
export const createCodeBatches = (deps: GrantDeps): CodeBatches => ({
  find: inBatches((presentations) => findCodes(deps, presentations)),
  consume: inBatches((uses) => consumeCodes(deps, uses)),
})
