import type generated from './cells.generated.json'

/** caniemail's family and platform: `gmail/desktop-webmail`. */
export type CaniemailClient = keyof typeof generated.emailClients
