import type { PublicReader } from '../api/create-public-reader'
import type { EmailClients } from './tiles'

/** Every email client that the API offers, by its code. */
export type EmailClientCache = (api: Pick<PublicReader, 'clients'>) => Promise<EmailClients>

/** The catalogue changes with a release, and its statuses with the workers that run. */
const maxAgeMs = 5_000

/** Makes a cache of the catalogue, which every page needs and which is the same for everyone. */
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
