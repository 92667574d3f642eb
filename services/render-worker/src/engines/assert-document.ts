import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { CaptureError } from '../errors'
import type { EngineDocument, RawMessage } from './engine'

export function assertHtml(engine: string, document: EngineDocument): asserts document is HtmlDocument {
  if (document.kind !== 'html') throw new CaptureError('unsupported_document', `${engine} draws HTML only`)
}

export function assertMessage(engine: string, document: EngineDocument): asserts document is RawMessage {
  if (document.kind !== 'message')
    throw new CaptureError('unsupported_document', `${engine} draws messages only`)
}
