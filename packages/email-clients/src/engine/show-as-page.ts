import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createElement, createText } from './html-tree'
import type { Step } from './message'

interface MessagePage {
  /** The client's own style sheet, which comes before the email's. */
  css: string
  /** `as sent`: the email's doctype or none. `quirks`: never one. `standards`: always HTML5's. */
  doctype: 'as sent' | 'quirks' | 'standards'
}

/** Shows the message as the page itself, as desktop and mobile clients do: the picture is the whole page. */
export function showAsPage({ css, doctype }: MessagePage): Step {
  return ({ document, head }) => {
    if (doctype !== 'as sent') {
      document.childNodes = document.childNodes.filter((node) => node.nodeName !== '#documentType')
    }
    if (doctype === 'standards') {
      const html: Tree.DocumentType = {
        nodeName: '#documentType',
        name: 'html',
        publicId: '',
        systemId: '',
        parentNode: document,
      }
      document.childNodes.unshift(html)
    }
    const first = [createElement('meta', { charset: 'utf-8' }), createElement('style', {}, [createText(css)])]
    for (const element of first) element.parentNode = head
    head.childNodes.unshift(...first)
  }
}
