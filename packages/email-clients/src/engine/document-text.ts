import type { EmulatedDocument } from './emulated-document'

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
