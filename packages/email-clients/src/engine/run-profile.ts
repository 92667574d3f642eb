import { missingReference } from '../references/resolve-reference'
import { rewriteTreeReferences } from '../references/rewrite-tree-references'
import { appendAttachedImages } from './append-attached-images'
import { appendAttachments } from './append-attachments'
import { ChangeLog } from './change-log'
import type { OpenJudge } from './open-judge'
import { emulateHtml } from './emulate-html'
import { emulateText } from './emulate-text'
import { leastPictureHeight, type Change, type EmailContent, type Emulation } from './emulated-document'
import { harden } from './harden'
import { parseHtml } from './parse-html'
import type { BrowsedProfile, EmulateOptions, MessageProfile, Profile } from './profile'
import { serializeHtml } from './serialize-html'
import { createSupport } from './support'
import { turnFrame } from './device-frames'

export function runProfile(
  profile: Profile,
  content: EmailContent,
  options: EmulateOptions & { openJudge?: OpenJudge },
): Emulation {
  switch (profile.kind) {
    case 'html':
      return emulateHtml(profile, content, options)
    case 'text':
      return emulateText(profile, content)
    case 'browsed':
      return emulateBrowsed(profile, content)
    case 'message':
      return emulateMessage(profile, content, options)
  }
}

const fullSupport = createSupport({})

/**
 * An email without HTML becomes a text document. Addresses stay as sent: a text browser shows them and fetches nothing.
 */
function emulateBrowsed({ browser, columns }: BrowsedProfile, content: EmailContent): Emulation {
  if (content.html === null || content.html.trim() === '') return emulateText({ columns }, content)
  const changes = new ChangeLog(true)
  const document = parseHtml(content.html)
  harden(document, fullSupport, changes)
  appendAttachedImages(document, content.attachedImages ?? [])
  appendAttachments(document, content.attachments ?? [])
  return {
    document: { kind: 'browsed', browser, html: serializeHtml(document), columns },
    changes: changes.list(),
  }
}

function emulateMessage(
  { frame }: MessageProfile,
  content: EmailContent,
  { orientation, images, assetUrl }: EmulateOptions,
): Emulation {
  const { frozen, refersToWeb } = freezeMessage(content, assetUrl)
  return {
    document: {
      kind: 'message',
      content: frozen,
      frame: turnFrame(frame, orientation),
      leastHeight: leastPictureHeight,
      images,
    },
    changes: content.signature && refersToWeb ? [signedContent(content.signature)] : [],
  }
}

/** The client shows it beside the message, outside of the picture, except for pictures that do not load. */
const signedContent = (signature: 'multipart' | 'cms'): Change => ({
  rule: 'signed-content',
  what:
    signature === 'multipart'
      ? 'addresses of pictures replaced, so that the signature does not fit'
      : 'pictures of the web not shown, because the signed bytes are kept',
  where: null,
  count: 1,
  source: 'RFC 1847 2.1: signed bytes must not change',
  ...(signature === 'multipart' && { effect: 'none' as const }),
})

/** Web addresses become those of frozen copies, or never load. Parts keep their `cid:`. */
function freezeMessage(
  content: EmailContent,
  assetUrl: EmulateOptions['assetUrl'],
): { frozen: EmailContent; refersToWeb: boolean } {
  if (content.html === null || content.html.trim() === '')
    return { frozen: { ...content, html: null }, refersToWeb: false }
  const document = parseHtml(content.html)
  let refersToWeb = false
  rewriteTreeReferences(document, (url) => {
    if (url.startsWith('cid:')) return partReference(url)
    refersToWeb = true
    return assetUrl(url) ?? missingReference
  })
  return { frozen: { ...content, html: serializeHtml(document) }, refersToWeb }
}

/** RFC 2392 §2: a Content-ID in an address is percent-encoded; `@` may stay. */
const partReference = (url: string): string =>
  `cid:${encodeURIComponent(url.slice('cid:'.length)).replaceAll('%40', '@')}`
