import type { EmailClient } from '@pas/email-clients/email-client'
import type { Place } from '@pas/email-clients/references/places-in'
import type { ChangeOfClients } from '@pas/email-clients/effects/changes-of-clients'
import type { MessageStructure } from '@pas/messages/message-structure'
import { openHtml, type CheckedHtml } from './checked-html'
import type { Measurements } from './measurements'

export interface CheckedAsset {
  /** Absolute, or `cid:` and a Content-ID. */
  url: string
  contentType: string
  bytes: number
  /** Pixels; null unless it is a raster image. */
  width: number | null
  height: number | null
}

export interface LostAsset {
  url: string
  /** One clause: `the server answered 404`. */
  reason: string
  /** Whether readers cannot get it either. False where the network failed or a limit of ours was reached. */
  isCertain: boolean
  /** The first reference in the HTML. Null for what is only attached. */
  where: Place | null
}

export interface EmailToCheck {
  html: string | null
  plainText: string | null
  subject: string | null
  fromDisplayName: string | null
  fromAddress: string | null
  /** Null for an email sent as members of JSON. */
  message: MessageStructure | null
  /** For a new version: what it keeps of the header of the message that it changes. */
  keptHeader?: string | undefined
  emailClients: readonly EmailClient[]
  changes: readonly ChangeOfClients[] | null
  /** Null if no assets are fetched for this email. */
  assets: readonly CheckedAsset[] | null
  lostAssets: readonly LostAsset[]
  measurements: Measurements
}

/** Its HTML is parsed once for all rules. */
export interface CheckedEmail extends Omit<EmailToCheck, 'html' | 'keptHeader'> {
  html: CheckedHtml | null
  /** The message's header, or `keptHeader`. Null if there is neither. */
  header: string | null
}

export const openEmail = ({ html, keptHeader, ...email }: EmailToCheck): CheckedEmail => ({
  ...email,
  html: html === null ? null : openHtml(html),
  header: email.message?.header ?? keptHeader ?? null,
})
