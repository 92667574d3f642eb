/** Status and title of each code (docs/contract.md §4.17). */
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

export type ApiErrorCode = keyof typeof wireByCode
export const apiErrorCodes = Object.keys(wireByCode) as [ApiErrorCode, ...ApiErrorCode[]]

export const fieldErrorCodes = [
  /** Missing, or of another type. */
  'wrong_type',
  /** Applies to lengths, numbers and counts. */
  'out_of_range',
  'invalid',
  /** Refuses no request by itself: it may be the misspelt name of a missing member. */
  'unknown_member',
  'unknown_client',
  'not_offered',
] as const

export interface FieldError {
  /** The name as the caller sent it, with dots (`configurations.0.client`); null for the whole request. */
  field: string | null
  message: string
  code: (typeof fieldErrorCodes)[number]
}

export interface ApiErrorOptions extends ErrorOptions {
  headers?: Readonly<Record<string, string | readonly string[]>>
  /** Only for `invalid_request`. Default: the public text, about the whole request. */
  errors?: readonly FieldError[]
}

/** A refusal whose text is safe to show. The private reason is its `cause`, which is logged and never sent. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly headers: Readonly<Record<string, string | readonly string[]>>
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

/** Answers 400 about one part of the request. `message` is about the field alone. */
export const invalidField = (
  publicText: string,
  {
    field,
    message = publicText,
    code = 'invalid',
  }: { field: string; message?: string; code?: FieldError['code'] },
): ApiError => new ApiError('invalid_request', publicText, { errors: [{ field, message, code }] })
