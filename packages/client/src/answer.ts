import { ServiceError } from './service-error'

const maxAnswerBytes = 64 * 1024 * 1024

/** RFC 9110 §10.2.3: seconds, or a date. At least one second. */
export function retryAfterSeconds({ headers }: Response): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Math.max(1, Number(value))
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(1, Math.ceil((date - Date.now()) / 1000))
}

/** Throws a `ServiceError` when the answer is larger than any of this service's. */
export async function bytesOf(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxAnswerBytes)
      throw new ServiceError(
        `An answer has more than ${maxAnswerBytes / 1024 / 1024} MiB. Check that the address is the service's.`,
        response.status,
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export function jsonOf<Body>({ response, bytes }: { response: Response; bytes: Uint8Array }): Body {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as Body
  } catch (cause) {
    throw new ServiceError(
      "An answer is no JSON. Check that the address is the service's INSTANT_URL.",
      response.status,
      null,
      null,
      { cause },
    )
  }
}
