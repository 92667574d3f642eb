import { reasonOf } from '@pas/runtime/reason-of'
import { withinTimeout } from '@pas/runtime/within-timeout'

export interface Finding {
  status: 'ok' | 'failed' | 'skipped'
  /** What was found; for a failure also what to do. */
  detail: string
  version?: string
}

/** A finding with the name of its check, e.g. `redis`. */
export interface Check extends Finding {
  name: string
}

/** Longer than a healthy store takes to answer, and longer than the database pool's own timeout. */
const timeLimitMs = 10_000

/** Runs one check. Errors, and no result within 10 s, are a `failed` check that ends with `advice`; never rejects. */
export async function check(name: string, advice: string, look: () => Promise<Finding>): Promise<Check> {
  try {
    const finding = await withinTimeout(look(), timeLimitMs, () => {
      throw new Error(`no answer within ${timeLimitMs / 1_000} s`)
    })
    return { name, ...finding }
  } catch (error) {
    return { name, status: 'failed', detail: `${reasonOf(error)}: ${advice}` }
  }
}
