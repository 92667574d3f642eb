import { createElement, createText, setAttribute } from '../../emulate/html-tree'
import type { Frame } from '../../emulate/emulated-document'
import type { Message } from '../../emulate/message'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'

/** The class every rule of an email is confined to (HT 2017: `div.m<hash>`); constant, so that pictures are too. */
export const messageClass = 'm15e8a3d0c7f2b914'

/** Engineering default: a laptop's window. Media queries and `vw` see it, not the message column (HT 2021). */
export const gmailFrame: Frame = {
  width: 1366,
  height: 768,
  deviceScaleFactor: 1,
  mobile: false,
  colorScheme: 'light',
}

export const gmailCaptureSelector = '#message'

/**
 * Engineering defaults, not published: the message column is what the side bars leave of the window, some 1,040 px; text is
 * Arial `small`. Gmail's page has the HTML5 doctype (EoA 2018, 11). The column grows with content that is wider, where
 * Gmail would show a scroll bar, so that the picture shows the whole message. Everything here has no specificity: an email's
 * own rules always win. A browser in standards mode lets the alternative text of an image without address ignore its
 * dimensions; with images off they are kept (HT 2016).
 */
const frameCss = `html,body{margin:0;padding:0;background:#fff}
body{padding-left:264px}
:where(#message){box-sizing:border-box;width:min-content;min-width:1040px;background:#fff;color:#222;font:small/1.5 Arial,Helvetica,sans-serif;word-wrap:break-word;direction:ltr}
:where(#message a[href]){color:#15c}
:where(#message img:not([src])){display:inline-block;overflow:hidden}
:where(.clip-notice){margin-top:16px}`

/** Puts the message into Gmail's own page. */
export function framePage(message: Message): void {
  const { document, body, styleBlocks, clipped } = message
  setAttribute(body, 'id', 'message')
  setAttribute(body, 'class', messageClass)
  if (clipped) addChildren(body, [clipNotice()])
  const head = createElement('head', {}, [
    createElement('meta', { charset: 'utf-8' }),
    createElement('title', {}, [createText('Gmail')]),
    createElement('style', {}, [createText(frameCss)]),
    ...styleBlocks.map(({ element }) => element),
  ])
  for (const { element } of styleBlocks) element.parentNode = head
  const page = createElement('html', { lang: 'en' }, [head, createElement('body', {}, [body])])
  const doctype: Tree.DocumentType = {
    nodeName: '#documentType',
    name: 'html',
    publicId: '',
    systemId: '',
    parentNode: document,
  }
  page.parentNode = document
  document.childNodes = [doctype, page]
}

/** EoA 2018, 3: the line under a clipped message. */
function clipNotice(): Tree.Element {
  const link = createElement('a', { href: '#', target: '_blank' }, [createText('View entire message')])
  return createElement('div', { class: 'clip-notice' }, [createText('[Message clipped]\u00a0 '), link])
}

function addChildren(parent: Tree.Element, children: Tree.ChildNode[]): void {
  for (const child of children) {
    child.parentNode = parent
    parent.childNodes.push(child)
  }
}
