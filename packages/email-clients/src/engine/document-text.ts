import type { EmulatedDocument } from './emulated-document'

/** What an engine or a client that runs is handed, to read: its HTML, or its text when it has none. */
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
