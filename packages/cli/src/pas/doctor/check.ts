import { reasonOf } from '@pas/runtime/reason-of'
import { withinTimeout } from '@pas/runtime/within-timeout'

export interface Finding {
  /** `warned`: it works, and will not for long, or cannot be seen from here. It is no failure. */
  status: 'ok' | 'warned' | 'failed' | 'skipped'
  detail: string
  version?: string
}

export interface Check extends Finding {
  name: string
}

export const skipped = (detail: string): Finding => ({ status: 'skipped', detail })

/** Longer than a healthy store takes to answer, and than the database pool's own timeout. */
const timeLimitMs = 10_000

/** Never rejects: an error, or a timeout, is a `failed` check that ends with `advice`. */
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
