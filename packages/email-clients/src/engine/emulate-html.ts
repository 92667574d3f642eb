import { answerDeviceQueries, desktopProgram } from './answer-device-queries'
import type { EmulateOptions, HtmlProfile } from './profile'
import { leastPictureHeight, type EmailContent, type Emulation } from './emulated-document'
import { appendAttachedImages } from './append-attached-images'
import { appendAttachments } from './append-attachments'
import { ChangeLog } from './change-log'
import type { OpenJudge } from './open-judge'
import { harden } from './harden'
import type { Message } from './message'
import { htmlFromText } from './html-from-text'
import { openMessage, writeStyles } from './open-message'
import { parseForAll } from './parse-for-all'
import { serializeHtml } from './serialize-html'
import { turnFrame } from './device-frames'
import { missingReference, resolveReference } from '../references/resolve-reference'
import { rewriteTreeReferences } from '../references/rewrite-tree-references'

export function emulateHtml(
  profile: HtmlProfile,
  content: EmailContent,
  options: EmulateOptions & { openJudge?: OpenJudge },
): Emulation {
  const sentHtml = content.html !== null && content.html.trim() !== '' ? content.html : null
  const changes = new ChangeLog(sentHtml !== null, options)
  const source = { html: sentHtml ?? htmlFromText(content.plainText ?? ''), clipped: false, changes }
  const { html } = source
  for (const step of profile.sourceSteps) step(source)

  const document = parseForAll(content, source.html, (what) => {
    changes.record(
      { rule: 'tree-bounded', what, source: 'engineering rule: a bound on hostile markup' },
      null,
    )
  })
  const { support } = profile
  const judgeIn = options.openJudge?.({ html, document })
  harden(document, support, changes)
  appendAttachedImages(document, content.attachedImages ?? [])
  appendAttachments(document, content.attachments ?? [])
  const { images, styleSheet = () => null, assetUrl } = options
  const isLost = isLostIn(assetUrl)
  const message = openMessage(document, {
    support,
    images,
    styleSheet,
    isLost,
    clipped: source.clipped,
    changes,
  })
  for (const step of profile.steps) step(message)
  answerDeviceQueries(message, profile.device ?? desktopProgram)
  writeStyles(message)
  const turnedFrame = profile.turns ? turnFrame(profile.frame, options.orientation) : profile.frame
  const frame = profile.fitFrame ? profile.fitFrame(message, turnedFrame) : turnedFrame
  profile.framePage(message)
  const judge = judgeIn?.(message, frame)
  const tooWide = typeof profile.tooWide === 'function' ? profile.tooWide(message) : profile.tooWide
  rewriteTreeReferences(document, (url) =>
    url === missingReference ? url : (assetUrl(url) ?? missingReference),
  )
  return {
    document: {
      kind: 'html',
      html: serializeHtml(document, { marksPlaces: sentHtml !== null && options.marksPlaces === true }),
      frame,
      captureSelector: profile.captureSelector,
      ...(tooWide === undefined ? {} : { tooWide }),
      ...(profile.maxStretch === undefined ? {} : { maxStretch: profile.maxStretch }),
      leastHeight: leastPictureHeight,
    },
    changes: changes.list(judge),
  }
}

/** Needs no base: `harden` made addresses absolute, or the client honours no base. */
const isLostIn =
  (assetUrl: EmulateOptions['assetUrl']): Message['isLost'] =>
  (address) => {
    const reference = resolveReference(address, null)
    return reference.kind === 'dead' || ('url' in reference && assetUrl(reference.url) === null)
  }
