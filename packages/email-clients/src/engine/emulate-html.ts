import { answerDeviceQueries, desktopProgram, type Device } from './answer-device-queries'
import type { EmulateOptions } from './profile'
import {
  leastPictureHeight,
  type EmailContent,
  type Emulation,
  type Frame,
  type HtmlDocument,
} from './emulated-document'
import { appendAttachedImages } from './append-attached-images'
import { ChangeLog } from './change-log'
import { harden } from './harden'
import { htmlFromText } from './html-from-text'
import type { Message, SourceStep, Step } from './message'
import { openMessage, writeStyles } from './open-message'
import { parseHtml } from './parse-html'
import { serializeHtml } from './serialize-html'
import type { Support } from './support'
import { missingReference } from '../references/resolve-reference'
import { rewriteTreeReferences } from '../references/rewrite-tree-references'

/** A client that shows HTML: data first, then named steps in order, then the page it shows the message in. */
export interface HtmlProfile {
  support: Support
  sourceSteps: readonly SourceStep[]
  steps: readonly Step[]
  /** Builds the client's own page around the message, when all CSS has been written back. */
  framePage: Step
  /** A function where the client fits its window to the message, or lets the message decide between light and dark. */
  frame: Frame | ((message: Message) => Frame)
  captureSelector: string | null
  tooWide?: HtmlDocument['tooWide']
  /** Left out: a program on a computer. */
  device?: Device
}

/** Runs an email through a profile's steps. An email without HTML is shown as its text, with links. */
export function emulateHtml(profile: HtmlProfile, content: EmailContent, options: EmulateOptions): Emulation {
  const sent = content.html !== null && content.html.trim() !== '' ? content.html : null
  const changes = new ChangeLog(sent !== null)
  const source = { html: sent ?? htmlFromText(content.plainText ?? ''), clipped: false, changes }
  for (const step of profile.sourceSteps) step(source)

  const document = parseHtml(source.html, (what) => {
    changes.record(
      { rule: 'tree-bounded', what, source: 'engineering rule: a bound on hostile markup' },
      null,
    )
  })
  const { support } = profile
  harden(document, support, changes)
  appendAttachedImages(document, content.attachedImages ?? [])
  const { images, styleSheet = () => null } = options
  const message = openMessage(document, { support, images, styleSheet, clipped: source.clipped, changes })
  for (const step of profile.steps) step(message)
  answerDeviceQueries(message, profile.device ?? desktopProgram)
  writeStyles(message)
  const frame = typeof profile.frame === 'function' ? profile.frame(message) : profile.frame
  profile.framePage(message)
  rewriteTreeReferences(document, (url) =>
    url === missingReference ? url : (options.assetUrl(url) ?? missingReference),
  )
  return {
    document: {
      kind: 'html',
      html: serializeHtml(document),
      frame,
      captureSelector: profile.captureSelector,
      ...(profile.tooWide === undefined ? {} : { tooWide: profile.tooWide }),
      leastHeight: leastPictureHeight,
    },
    changes: changes.list(),
  }
}
