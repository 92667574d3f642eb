import { reasonOf } from '@pas/runtime/reason-of'
import { withinTimeout } from '@pas/runtime/within-timeout'

/** What one look found. */
export interface Finding {
  status: 'ok' | 'failed' | 'skipped'
  /** What was found; of a failure also what to do. */
  detail: string
  /** Of the program that was looked at. */
  version?: string
}

export interface Check extends Finding {
  name: string
}

/** Longer than any healthy store takes, and than the pool's own time-out. */
const timeLimitMs = 10_000

/** Looks at one thing. Whatever goes wrong, and taking too long, is a failure with `advice` behind it; never rejects. */
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
