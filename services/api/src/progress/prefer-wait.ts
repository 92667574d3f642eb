import { z } from 'zod'

/** The longest wait that a `Prefer: wait` is granted, in seconds. */
const maxWaitSeconds = 30

/**
 * The seconds that `Prefer: wait=<seconds>` asks for (RFC 7240 §4.3), 30 at most; null when there is no such preference
 * or it is not valid, as §2 says that a preference that a server does not understand is ignored. The first `wait`
 * counts.
 */
export function readPreferredWait(prefer: string | undefined): number | null {
  for (const preference of (prefer ?? '').split(',')) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i.exec(preference) ?? []
    if (seconds !== undefined) return Math.min(Number(seconds), maxWaitSeconds)
  }
  return null
}

/** The header of a request that `readPreferredWait` reads. */
export const preferWaitHeader = z.object({
  Prefer: z
    .string()
    .optional()
    .meta({
      description: '`wait=<seconds>` (RFC 7240 §4.3). One that is not valid is ignored.',
      examples: ['wait=30'],
    }),
})
