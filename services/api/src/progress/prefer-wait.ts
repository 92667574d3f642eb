import { z } from 'zod'

const maxWaitSeconds = 30

/**
 * Seconds (RFC 7240 §4.3), at most 30. Null when the preference is missing or not valid: §2 ignores what a server does
 * not understand.
 */
export function readPreferredWait(prefer: string | undefined): number | null {
  for (const preference of (prefer ?? '').split(',')) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i.exec(preference) ?? []
    if (seconds !== undefined) return Math.min(Number(seconds), maxWaitSeconds)
  }
  return null
}

export const preferWaitHeader = z.object({
  Prefer: z
    .string()
    .optional()
    .meta({
      description: '`wait=<seconds>` (RFC 7240 §4.3). One that is not valid is ignored.',
      examples: ['wait=30'],
    }),
})
