/** Every reason to refuse a request, with the status and title of its answer (docs/contract.md §4.17). */
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
  request_timeout: { status: 408, title: 'Request timeout' },
  conflict: { status: 409, title: 'Conflict' },
  request_in_progress: { status: 409, title: 'Request in progress' },
  link_expired: { status: 410, title: 'This link has expired' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  range_not_satisfiable: { status: 416, title: 'Range not satisfiable' },
  idempotency_key_reused: { status: 422, title: 'Idempotency key reused' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal error' },
  capture_failed: { status: 500, title: 'Capture failed' },
  unavailable: { status: 503, title: 'Service unavailable' },
  engine_unavailable: { status: 503, title: 'Email client unavailable' },
  capture_timeout: { status: 504, title: 'Capture not finished in time' },
} as const

/** A reason to refuse a request: `code` of its answer, and a label of the metric of refused requests. */
export type ApiErrorCode = keyof typeof wireByCode
export const apiErrorCodes = Object.keys(wireByCode) as [ApiErrorCode, ...ApiErrorCode[]]

/** What is wrong with a part of a request: a closed list, which callers see. */
export const fieldErrorCodes = [
  /** Missing although it is required, or of another type. */
  'wrong_type',
  /** Shorter, longer, lower or higher than is allowed, or with too few or too many entries. */
  'out_of_range',
  /** Of the right type and size, but not as it must be. */
  'invalid',
  /** No member has this name. Nothing is refused for that alone: it may be the misspelt name of one that is missing. */
  'unknown_member',
  /** No email client has this code. */
  'unknown_client',
  /** The email client does not have this option. */
  'not_offered',
] as const

export interface FieldError {
  /** Its name as the caller sent it, with dots (`configurations.0.client`); null for the request as a whole. */
  field: string | null
  message: string
  code: (typeof fieldErrorCodes)[number]
}

/** What an `ApiError` may have beside its code and public text. */
export interface ApiErrorOptions extends ErrorOptions {
  /** Extra response headers, e.g. `WWW-Authenticate`, `Allow`, `Retry-After`. */
  headers?: Readonly<Record<string, string | readonly string[]>>
  /** For `invalid_request`: what is wrong with which part. By default the public text is about the whole request. */
  errors?: readonly FieldError[]
}

/**
 * A refusal whose text is safe to show to the caller. The private reason goes into `cause`, which is logged and never
 * sent. `runtime/http/error-responder` is the only place that writes it as an HTTP response.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** Not empty for `invalid_request`, and empty for other codes. */
  readonly errors: readonly FieldError[]

  constructor(
    readonly code: ApiErrorCode,
    readonly publicText: string,
    options: ApiErrorOptions = {},
  ) {
    super(publicText, options)
    this.headers = options.headers ?? {}
    const whole: FieldError = { field: null, message: publicText, code: 'invalid' }
    this.errors = code === 'invalid_request' ? (options.errors ?? [whole]) : []
  }

  get status(): number {
    return wireByCode[this.code].status
  }

  get title(): string {
    return wireByCode[this.code].title
  }
}

/** A 400 about one part of the request. `publicText` is a whole sentence; `message` is about the field alone. */
export const invalidField = (
  publicText: string,
  {
    field,
    message = publicText,
    code = 'invalid',
  }: { field: string; message?: string; code?: FieldError['code'] },
): ApiError => new ApiError('invalid_request', publicText, { errors: [{ field, message, code }] })
