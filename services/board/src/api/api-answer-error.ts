/** The API refused a call, could not be reached (503), or gave an answer that is not as documented (502). */
export class ApiAnswerError extends Error {
  override name = 'ApiAnswerError'

  constructor(
    readonly status: number,
    /** The answer's `code`. Without an answer `unavailable`; `internal` for one that is not as documented. */
    readonly code: string,
    /** The answer's `description`: English, for engineers. */
    message: string,
    options: ErrorOptions & {
      retryAfterSeconds?: number | undefined
      /** For a 400 only. */
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
