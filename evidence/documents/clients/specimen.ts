import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { EmailClient, Images } from '@pas/email-clients/email-client'
import { emulate } from '@pas/email-clients/emulate'
import type { Emulation } from '@pas/email-clients/engine/emulated-document'

/**
 * The email of `docs/clients`, 320 CSS pixels wide, each line named after the feature that it needs. `assets`: address
 * of the demo's images.
 */
export const readSpecimen = (assets: string): string =>
  readFileSync(path.join(__dirname, 'specimen.html'), 'utf8').replaceAll('{{assets}}', assets)

const specimen = readSpecimen('http://specimen.example')

export const emulateSpecimen = (emailClient: EmailClient): Emulation =>
  emulateHtml(emailClient, { html: specimen })

export function emulateHtml(
  emailClient: EmailClient,
  { html, images = 'allowed' }: { html: string; images?: Images },
): Emulation {
  return emulate(
    emailClient,
    { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null },
    { orientation: 'vertical', images, assetUrl: (url) => url },
  )
}
