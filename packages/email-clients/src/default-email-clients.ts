import { z } from 'zod'
import { findEmailClient } from './catalogue'

/** From comma-separated codes: a sorted list without duplicates. */
export const defaultEmailClients = z.string().transform((text, context) => {
  const codes = text.split(',').map((code) => code.trim())
  const unknown = codes.filter((code) => !findEmailClient(code))
  if (unknown.length > 0) {
    context.addIssue(
      `names no email client: ${unknown.map((code) => `'${code}'`).join(', ')}; GET /v1/clients lists their codes`,
    )
    return z.NEVER
  }
  return [...new Set(codes.map((code) => code.toUpperCase()))].sort()
})
