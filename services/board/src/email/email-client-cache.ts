import type { PublicReader } from '../api/create-public-reader'
import type { EmailClients } from './tiles'

export type EmailClientCache = (api: Pick<PublicReader, 'clients'>) => Promise<EmailClients>

/** Short, because an email client's status changes when workers start or stop. */
const maxAgeMs = 5_000

/** One cache for all users: the catalogue is the same for them. */
export function createEmailClientCache(): EmailClientCache {
  let cached: { at: number; emailClients: Promise<EmailClients> } | null = null
  return (api) => {
    const now = performance.now()
    if (cached && now - cached.at < maxAgeMs) return cached.emailClients
    const emailClients = api.clients()
    const entry = { at: now, emailClients }
    cached = entry
    emailClients.catch(() => {
      if (cached === entry) cached = null
    })
    return emailClients
  }
}
