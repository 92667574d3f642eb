import { z } from 'zod'
import { findEmailClient } from './catalogue'

/** Comma-separated codes. The value has each once, sorted. */
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
