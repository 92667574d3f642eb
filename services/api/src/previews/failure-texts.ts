import type { CaptureFailure } from '@pas/captures/capture-state'

/** The public text for each way in which a capture fails. */
export const failureTexts: Record<CaptureFailure, string> = {
  capture_timeout: 'The email took longer to draw than a capture may take.',
  engine_crashed: 'The program that draws ended while it drew this email, at every attempt.',
  engine_failed: 'The program that draws answered with an error at every attempt.',
  engine_busy:
    'The machine that draws was too busy: a small message of our own was not drawn in time either. That says nothing ' +
    'about the email; upload it again later, or ask the operator to retry the capture.',
  storage_unavailable: 'The store of pictures could not be reached.',
  content_damaged: 'The stored copy of the email is damaged; upload the email again.',
  content_gone: 'It was not captured in the 48 hours that its email takes captures.',
  unsupported_document: 'This email client cannot be drawn for this kind of email.',
}
