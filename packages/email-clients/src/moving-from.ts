import { z } from 'zod'
import { findEmailClient } from './catalogue'
import type { EmailClient } from './email-client'
import emailOnAcid from './moving-in/email-on-acid.json'
import litmus from './moving-in/litmus.json'

/** A file of a public repository at a commit. */
const source = z.strictObject({
  title: z.string(),
  repository: z.url(),
  path: z.string(),
  commit: z.string().regex(/^[\da-f]{40}$/),
})

const otherEmailClient = z
  .strictObject({
    id: z.string(),
    /** As the source names it; absent where the source has only the id. */
    name: z.string().optional(),
    platform: z.string().optional(),
    /** The same email client here. */
    code: z.string().optional(),
    /** The same product here, in another version or browser. */
    near: z.string().optional(),
    source: z.string(),
  })
  .refine(({ code, near }) => code === undefined || near === undefined)

export const otherServiceTable = z.strictObject({
  service: z.string(),
  sources: z.record(z.string(), source),
  wire: z.array(
    z.strictObject({ what: z.string(), theirs: z.string(), ours: z.string(), source: z.string() }),
  ),
  emailClients: z.array(otherEmailClient),
})
export type OtherServiceTable = z.infer<typeof otherServiceTable>

export const otherServices = {
  litmus: litmus as OtherServiceTable,
  'email-on-acid': emailOnAcid as OtherServiceTable,
}
export type OtherService = keyof typeof otherServices

export interface MovedEmailClient {
  id: string
  /** `near`: the same product in another version or browser. `unknown`: no public source names the id. */
  found: 'same' | 'near' | 'missing' | 'unknown'
  /** The other service's name for it. */
  name: string | null
  emailClient: EmailClient | null
}

/** In the order of `ids`, each once. Letter case makes no difference. */
export function moveEmailClients(service: OtherService, ids: readonly string[]): MovedEmailClient[] {
  const { emailClients } = otherServices[service]
  const known = new Map(emailClients.map((other) => [other.id.toLowerCase(), other]))
  const distinct = new Map(ids.map((id) => [id.toLowerCase(), id]))
  return [...distinct].map(([key, id]) => {
    const other = known.get(key)
    if (!other) return { id, found: 'unknown', name: null, emailClient: null }
    const { code, near, name, platform } = other
    const emailClient = findEmailClient(code ?? near ?? '') ?? null
    const found = code === undefined ? (near === undefined ? 'missing' : 'near') : 'same'
    return {
      id,
      found,
      name: name === undefined ? null : [name, platform].filter(Boolean).join(', '),
      emailClient,
    }
  })
}

/**
 * The ids in an array or object of JSON, as the services' APIs and gems take and answer it, or else in lines of text.
 */
export function readEmailClientIds(text: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text.split(/\r?\n/).flatMap((line) => {
      const given = /\bclient(?::|"?\s*=>)\s*["']([\w-]+)/.exec(line)?.[1]
      return given ?? line.replace(/#.*/, '').match(/[\w-]+/g) ?? []
    })
  }
  return idsIn(value)
}

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (typeof value !== 'object' || value === null) return []
  if ('client' in value && typeof value.client === 'string') return [value.client]
  for (const name of ['clients', 'configurations', 'applications'] as const)
    if (name in value) return idsIn((value as Record<string, unknown>)[name])
  return Object.keys(value)
}
