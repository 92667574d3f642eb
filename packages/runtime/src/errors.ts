/** Every reason to refuse a request, with the status and title of its answer (docs/contract.md §4). */
const wireByCode = {
  invalid_request: { status: 400, title: 'Bad request' },
  unauthenticated: { status: 401, title: 'Unauthorized' },
  insecure_transport: { status: 403, title: 'HTTPS required' },
  inactive_account: { status: 403, title: 'Account inactive' },
  inactive_user: { status: 403, title: 'User inactive' },
  invalid_scope: { status: 403, title: 'Scope not sufficient' },
  forbidden: { status: 403, title: 'Not allowed' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Not acceptable' },
  conflict: { status: 409, title: 'Conflict' },
  link_expired: { status: 410, title: 'This link has expired' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  range_not_satisfiable: { status: 416, title: 'Range not satisfiable' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal error' },
  capture_failed: { status: 500, title: 'Capture failed' },
  unavailable: { status: 503, title: 'Service unavailable' },
  engine_unavailable: { status: 503, title: 'Email client unavailable' },
  capture_timeout: { status: 504, title: 'Capture not finished in time' },
} as const

/** A reason to refuse a request; also a label of the metric of refused requests. */
export type ApiErrorCode = keyof typeof wireByCode

/** What an `ApiError` may have beside its code and public text. */
export interface ApiErrorOptions extends ErrorOptions {
  /** Extra response headers, e.g. `WWW-Authenticate`, `Allow`, `Retry-After`. */
  headers?: Readonly<Record<string, string | readonly string[]>>
}

/**
 * A refusal whose text is safe to show to the caller. The private reason goes into `cause`, which is logged and never
 * sent. `runtime/http/error-responder` is the only place that writes it as an HTTP response.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly headers: Readonly<Record<string, string | readonly string[]>>

  constructor(
    readonly code: ApiErrorCode,
    readonly publicText: string,
    options: ApiErrorOptions = {},
  ) {
    super(publicText, options)
    this.headers = options.headers ?? {}
  }

  get status(): number {
    return wireByCode[this.code].status
  }

  get title(): string {
    return wireByCode[this.code].title
  }
}
