import type { EmailClient } from './email-client'

const gmailOnTheWeb = {
  group: 'Web-based',
  engine: 'chromium',
  fidelity: 'emulated',
  orientationOptions: ['vertical'],
  imagesOptions: ['allowed', 'blocked'],
} as const

/** Every email client that is offered, sorted by code. A client is listed once its profile is real. */
export const emailClients: readonly EmailClient[] = [
  { ...gmailOnTheWeb, code: 'CHROMEGMAILNEW', name: 'Gmail', platform: 'Chrome' },
  { ...gmailOnTheWeb, code: 'CHROMEGOOGLEAPPS', name: 'G Suite', platform: 'Chrome' },
  { ...gmailOnTheWeb, code: 'GMAILNEW', name: 'Gmail', platform: 'Edge' },
  { ...gmailOnTheWeb, code: 'GOOGLEAPPS', name: 'G Suite', platform: 'Edge' },
  {
    code: 'PLAINTEXT',
    name: 'Plain Text',
    group: 'Desktop',
    platform: 'Text-only view',
    engine: 'text',
    fidelity: 'emulated',
    orientationOptions: ['vertical'],
    imagesOptions: ['allowed'],
  },
]

const byCode = new Map(emailClients.map((emailClient) => [emailClient.code, emailClient]))

/** The client of this code, in any letter case; null when none is offered under it. */
export function findEmailClient(code: string): EmailClient | null {
  return byCode.get(code.toUpperCase()) ?? null
}
