import { z } from 'zod'

export const warningsBody = z
  .array(z.string())
  .optional()
  .meta({
    description:
      'Members of the request that are not known, and were ignored: at most 20 of them. Absent when there is none.',
    examples: [['configuration: not known; did you mean configurations?']],
  })

export const next = z
  .string()
  .optional()
  .meta({ description: '`before` of the request for older ones; absent when there are none.' })
