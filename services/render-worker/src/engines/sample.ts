import type { Frame, HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import type { RawMessage } from './engine'

export const sampleHtml = '<p>Sample</p>'

const frame: Frame = { width: 800, height: 600, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' }

export const sampleDocument: HtmlDocument = { kind: 'html', html: sampleHtml, frame, captureSelector: null }

export const sampleMessage = (colorScheme: Frame['colorScheme']): RawMessage => ({
  kind: 'message',
  source: Buffer.from(
    [
      'From: sender@message.invalid',
      'To: reader@message.invalid',
      'Subject: Sample',
      'Date: Thu, 01 Jan 1970 00:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      sampleHtml,
      '',
    ].join('\r\n'),
  ),
  frame: { ...frame, colorScheme },
  images: 'blocked',
})
