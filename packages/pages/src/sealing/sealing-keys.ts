import { z } from 'zod'

/** The schema of a variable that holds secrets for `createSealer`: newest first, separated by commas. */
export const sealingKeys = z.string().transform((text, context) => {
  const keys = text.split(',').map((key) => key.trim())
  if (keys.some((key) => key.length < 32))
    context.addIssue('must be one or more keys of at least 32 random characters, separated by commas')
  return keys
})
