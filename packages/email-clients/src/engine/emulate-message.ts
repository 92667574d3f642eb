import { leastPictureHeight, type EmailContent, type Emulation } from './emulated-document'
import { freezeMessage } from './freeze-message'
import type { EmulateOptions, MessageProfile } from './profile'
import { turnFrame } from './turn-frame'

/** Prepares the email itself, with frozen addresses, for a client that really runs. */
export function emulateMessage(
  { frame }: MessageProfile,
  content: EmailContent,
  { orientation, images, assetUrl }: EmulateOptions,
): Emulation {
  return {
    document: {
      kind: 'message',
      content: freezeMessage(content, assetUrl),
      frame: turnFrame(frame, orientation),
      leastHeight: leastPictureHeight,
      images,
    },
    changes: [],
  }
}
