import type { EmailClient } from '@pas/email-clients/email-client'
import type { Place } from '@pas/email-clients/references/places-in'
import type { ChangeOfClients } from '@pas/email-clients/effects/changes-of-clients'
import type { MessageStructure } from '@pas/messages/message-structure'
import { openHtml, type CheckedHtml } from './checked-html'
import type { Evidence } from './evidence'

/** A picture or another file that the email shows, as it was fetched for the email. */
export interface CheckedAsset {
  /** Its absolute address, or `cid:` and a Content-ID. */
  url: string
  contentType: string
  bytes: number
  /** Pixels; null for what is no raster image. */
  width: number | null
  height: number | null
}

/** An asset that could not be fetched, and why. */
export interface LostAsset {
  url: string
  /** One clause: `the server answered 404`. */
  reason: string
  /** Whether readers cannot get it either. Not where the network failed, or a limit of ours was reached. */
  isCertain: boolean
  /** Where the HTML refers to it first. Null for what is only attached. */
  where: Place | null
}

/** What the checks are given. */
export interface EmailToCheck {
  html: string | null
  plainText: string | null
  /** Null if the caller gave none: then nothing is said about it. */
  subject: string | null
  fromDisplayName: string | null
  fromAddress: string | null
  /** Null for an email that was sent as members of JSON. */
  message: MessageStructure | null
  /** What a new version keeps of the header of the message that it changes. */
  keptHeader?: string | undefined
  /** The email clients for which it is checked. */
  emailClients: readonly EmailClient[]
  /** What these change in the email. Null if that is not asked for. */
  changes: readonly ChangeOfClients[] | null
  /** The assets that were fetched. Null if none is fetched for this email. */
  assets: readonly CheckedAsset[] | null
  lostAssets: readonly LostAsset[]
  evidence: Evidence
}

/** An email that is being checked. Its HTML is parsed once for all rules. */
export interface CheckedEmail extends Omit<EmailToCheck, 'html' | 'keptHeader'> {
  /** Null for an email of plain text alone. */
  html: CheckedHtml | null
  /** The header of the message, or what a new version keeps of it. Null if there is neither. */
  header: string | null
}

/** Parses an email for the rules. */
export const openEmail = ({ html, keptHeader, ...rest }: EmailToCheck): CheckedEmail => ({
  ...rest,
  html: html === null ? null : openHtml(html),
  header: rest.message?.header ?? keptHeader ?? null,
})
