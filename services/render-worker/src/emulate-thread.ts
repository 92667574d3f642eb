import { findEmailClient } from '@pas/email-clients/catalogue'
import type { Images, Orientation } from '@pas/email-clients/email-client'
import { placeKey, type PlacedChange } from '@pas/email-clients/effects/measured-here'
import { emulate } from '@pas/email-clients/emulate'
import type { EmailContent, Emulation } from '@pas/email-clients/engine/emulated-document'
import { rewriteMessage } from '@pas/messages/rewrite-message'
import { UnreadableMessageError } from '@pas/messages/unreadable-message-error'

/** Plain data: it is cloned into a worker thread. */
export interface EmailInClient {
  content: EmailContent
  emailClientCode: string
  orientation: Orientation
  images: Images
  assetUrls: ReadonlyMap<string, string>
  styleSheets: ReadonlyMap<string, string>
  marksPlaces: boolean
  /** Then changes are listed place by place. */
  leftOut?: readonly PlacedChange[]
}

/** Throws when the catalogue has no such email client. */
export function emulateEmail({
  content,
  emailClientCode,
  assetUrls,
  styleSheets,
  leftOut,
  ...options
}: EmailInClient): Emulation {
  const emailClient = findEmailClient(emailClientCode)
  if (!emailClient) throw new Error(`there is no email client ${emailClientCode}`)
  const leftOutKeys = new Set(leftOut?.map(placeKey))
  return emulate(emailClient, content, {
    ...options,
    judgesChanges: leftOut !== undefined,
    ...(leftOut && { listsPlaces: true, leavesOut: (change) => leftOutKeys.has(placeKey(change)) }),
    assetUrl: (url) => assetUrls.get(url) ?? null,
    styleSheet: (url) => styleSheets.get(url) ?? null,
  })
}

/** Plain data, as `EmailInClient`. */
export interface MessageToRewrite {
  message: Uint8Array
  assetUrls: ReadonlyMap<string, string>
}

/**
 * Replaces the web addresses of the message's HTML by those of the asset origin. An error loses its class between
 * threads, so `unreadable` has the text of an `UnreadableMessageError`.
 */
export function rewriteSentMessage({ message, assetUrls }: MessageToRewrite): Rewritten {
  try {
    return rewriteMessage(
      Buffer.from(message.buffer, message.byteOffset, message.byteLength),
      (url) => assetUrls.get(url) ?? null,
    )
  } catch (error) {
    if (error instanceof UnreadableMessageError) return { unreadable: error.message }
    throw error
  }
}

export type Rewritten = Uint8Array | { unreadable: string }
