/** The API refused a call, or could not be reached. */
export class ApiAnswerError extends Error {
  override name = 'ApiAnswerError'

  constructor(
    /** The answer's HTTP status; 503 when there was no answer, and 502 for one that is not as documented. */
    readonly status: number,
    /** The answer's `code`, such as `not_found`; `unavailable` and `internal` stand for the statuses above. */
    readonly code: string,
    /** The answer's `description`: in English, for engineers. */
    message: string,
    options: ErrorOptions & {
      /** Seconds to wait, of a 429 or 503. */
      retryAfterSeconds?: number | undefined
      /** Of a 400: what is wrong with which member of the request. */
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
