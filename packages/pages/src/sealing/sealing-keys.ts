import { z } from 'zod'

/** A variable with secrets for `createSealer`, newest first and separated by commas. */
export const sealingKeys = z.string().transform((text, context) => {
  const keys = text.split(',').map((key) => key.trim())
  if (keys.some((key) => key.length < 32))
    context.addIssue('must be one or more keys of at least 32 random characters, separated by commas')
  return keys
})
