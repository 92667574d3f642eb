import { ApiError, type ApiErrorCode, type ApiErrorOptions } from '@pas/runtime/errors'
import type { Language } from './languages'

/** A refusal in its reader's language. The private reason is the `cause`. */
export class PageError extends ApiError {
  override name = 'PageError'

  constructor(
    code: ApiErrorCode,
    /** What failed, why, and what the reader can do. */
    readonly textIn: (language: Language) => string,
    options: ApiErrorOptions = {},
  ) {
    super(code, textIn('en'), options)
  }
}
