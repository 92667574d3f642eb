import { createElement, createText, html5Doctype } from './html-tree'
import type { Step } from './message'

interface MessagePage {
  css: string
  /** `as sent`: the email's or none. `quirks`: none. `standards`: HTML5's. */
  doctype: 'as sent' | 'quirks' | 'standards'
}

/** The picture is the whole page, as in desktop and mobile clients. */
export function showAsPage({ css, doctype }: MessagePage): Step {
  return ({ document, head }) => {
    if (doctype !== 'as sent') {
      document.childNodes = document.childNodes.filter((node) => node.nodeName !== '#documentType')
    }
    if (doctype === 'standards') document.childNodes.unshift(html5Doctype(document))
    const first = [createElement('meta', { charset: 'utf-8' }), createElement('style', {}, [createText(css)])]
    for (const element of first) element.parentNode = head
    head.childNodes.unshift(...first)
  }
}
