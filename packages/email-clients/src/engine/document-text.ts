import type { EmulatedDocument } from './emulated-document'

/** The text of a document that an engine draws: its HTML, or its plain text if it has no HTML. */
export function documentText(document: EmulatedDocument): string {
  switch (document.kind) {
    case 'html':
    case 'browsed':
      return document.html
    case 'text':
      return document.text
    case 'message':
      return document.content.html ?? document.content.plainText ?? ''
  }
}
