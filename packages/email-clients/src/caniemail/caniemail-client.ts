import type generated from './cells.generated.json'

/** An email client by caniemail's name: family and platform, e.g. `gmail/desktop-webmail`. */
export type CaniemailClient = keyof typeof generated.emailClients
