import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { EmailClient } from '@pas/email-clients/catalogue/email-client'
import { emulate } from '@pas/email-clients/emulate/emulate'
import type { Emulation } from '@pas/email-clients/emulate/emulated-document'

/**
 * The HTML of the email that `docs/clients` shows: 320 CSS pixels wide, each line named after the feature that it
 * needs. `assets` is the address of the demo's images.
 */
export const readSpecimen = (assets: string): string =>
  readFileSync(path.join(__dirname, 'specimen.html'), 'utf8').replaceAll('{{assets}}', assets)

const specimen = readSpecimen('http://specimen.example')

/** What an email client makes of the specimen. */
export const emulateSpecimen = (emailClient: EmailClient): Emulation =>
  emulate(
    emailClient,
    { html: specimen, plainText: null, subject: null, fromAddress: null, fromDisplayName: null },
    { orientation: 'vertical', images: 'allowed', assetUrl: (url) => url },
  )
