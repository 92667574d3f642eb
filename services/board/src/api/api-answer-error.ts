/** The API refused a call of the board, could not be reached, or gave an answer that is not as documented. */
export class ApiAnswerError extends Error {
  override name = 'ApiAnswerError'

  constructor(
    /** The answer's HTTP status; 503 when there was no answer, and 502 when the answer is not as documented. */
    readonly status: number,
    /** The answer's `code`, such as `not_found`; `unavailable` for a 503 without answer, `internal` for such a 502. */
    readonly code: string,
    /** The answer's `description`: in English, for engineers. */
    message: string,
    options: ErrorOptions & {
      /** `Retry-After` of a 429 or 503. */
      retryAfterSeconds?: number | undefined
      /** For a 400: what is wrong with which member of the request. */
      errors?: readonly { field: string | null; message: string; code: string }[]
    } = {},
  ) {
    super(message, options)
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.errors = options.errors ?? []
  }

  readonly retryAfterSeconds: number | null
  readonly errors: readonly { field: string | null; message: string; code: string }[]
}
