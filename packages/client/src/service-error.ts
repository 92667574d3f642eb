import type { RefusalBody } from './wire'

/** The message is the service's own sentence, or says why the service could not be asked. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'

  constructor(
    message: string,
    /** The HTTP status; null if no answer came. */
    readonly status: number | null,
    /** `code` of the service's refusal, of the closed list in its description. */
    readonly code: RefusalBody['code'] | null = null,
    /** To name when the operator is asked about this answer. */
    readonly requestId: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Refused because of who asks: nothing else that this caller asks would be answered. */
export const isRefusedCaller = (error: unknown): boolean =>
  error instanceof ServiceError && (error.status === 401 || error.status === 403)

/** The service is away or refuses the caller: it would not answer for the next email, either. */
export const isLost = (error: unknown): boolean =>
  error instanceof ServiceError && [null, 401, 403, 502, 504].includes(error.status)

export function refusalOf(
  status: number,
  asked: string,
  text: string,
  requestId: string | null,
): ServiceError {
  const { description, code, errors = [] } = readRefusal(text)
  if (description === null) {
    const why = `${asked}: the answer is ${status}, and has no sentence of the service. Check that the address is its INSTANT_URL.`
    return new ServiceError(why, status, null, requestId)
  }
  // The description may be the first of them already.
  const fields = errors.map(({ field, message }) => `${field}: ${message}`)
  const sentence = [...new Set([description, ...fields])].join(' ')
  const reference = requestId === null ? '' : ` (request ${requestId})`
  return new ServiceError(`${asked}: ${status}. ${sentence}${reference}`, status, code, requestId)
}

type Refusal = Pick<RefusalBody, 'errors'> & {
  description: string | null
  code: RefusalBody['code'] | null
}

function readRefusal(text: string): Refusal {
  try {
    const body = JSON.parse(text) as Partial<RefusalBody> | null
    if (typeof body?.description === 'string')
      return {
        description: body.description,
        code: body.code ?? null,
        ...(Array.isArray(body.errors) && { errors: body.errors }),
      }
  } catch {
    // A proxy's page.
  }
  return { description: null, code: null }
}

/** Why a request had no answer, and what to do. */
export function unreachable(address: string, error: unknown): ServiceError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = (cause as NodeJS.ErrnoException).code ?? ''
  const text = cause instanceof Error ? cause.message || code : String(cause)
  const why = /CERT|ISSUER|SIGNATURE/.test(code)
    ? `its certificate is not trusted (${text}). Set PAS_CA of pas-check, or NODE_EXTRA_CA_CERTS of any Node program, to the file of its certificate authority.`
    : `${text}. Check that the address is right and that the service runs.`
  return new ServiceError(`${address} cannot be reached: ${why}`, null, null, null, { cause: error })
}
