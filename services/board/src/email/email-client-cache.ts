import type { PublicReader } from '../api/create-public-reader'
import type { EmailClients } from './tiles'

/** Resolves to every email client that the API offers, by its code; asks the API when what it has is too old. */
export type EmailClientCache = (api: Pick<PublicReader, 'clients'>) => Promise<EmailClients>

/** Short, because an email client's status changes when workers start or stop. */
const maxAgeMs = 5_000

/** A cache of the catalogue, which is the same for all users, so that not every page asks the API. */
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
