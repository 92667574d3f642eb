import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Frame } from './emulated-document'
import { createElement, createText, rewriteNodes, setAttribute } from './html-tree'
import type { Step } from './message'

/** CSS selector of the message in a webmail's page. */
export const messageSelector = '#pas-message'

/**
 * In standards mode, a browser does not apply an image's dimensions to its alternative text if it has no address.
 * Webmails with images off keep the dimensions (HT 2016).
 */
const blockedImageCss = `:where(${messageSelector} img:not([src])){display:inline-block;overflow:hidden}`

/**
 * The message's element holds its floats, such as an outermost `<table align="left">`, which juice writes for
 * `float:left`: webmails go on below the message, not beside it. Where nothing floats, it changes nothing.
 */
const clearCss = `:where(${messageSelector})::after{content:"";display:block;clear:both}`

/** Engineering default: a laptop's window. Media queries and `vw` use it, not the message column (HT 2021). */
export const desktopWindow: Frame = {
  width: 1366,
  height: 768,
  deviceScaleFactor: 1,
  mobile: false,
  colorScheme: 'light',
}

interface WebmailPage {
  title: string
  /** The page's own style sheet. Its rules for the message use `:where()`, so that the email's own rules win. */
  css: string
  /** Class of the message's element, to which all rules of the email are confined. Null: it has none. */
  messageClass: string | null
  /** Whether the page has a doctype. Without one the email is drawn in quirks mode. */
  doctype: boolean
}

/**
 * Puts the message's element and the email's style blocks into a webmail's page. The picture is the element
 * `messageSelector`. The engine lays the page out in the size of the browser window.
 */
export function putIntoPage({ title, css, messageClass, doctype }: WebmailPage): Step {
  return (message) => {
    const { document, body, styleBlocks } = message
    setAttribute(body, 'id', messageSelector.slice(1))
    if (messageClass !== null) setAttribute(body, 'class', messageClass)
    const styles = new Set<Tree.ChildNode>(styleBlocks.map(({ element }) => element))
    rewriteNodes(body, (node) => (styles.has(node) ? [] : null))
    const head = createElement('head', {}, [
      createElement('meta', { charset: 'utf-8' }),
      createElement('title', {}, [createText(title)]),
      createElement('style', {}, [createText(`${clearCss}\n${css}\n${blockedImageCss}`)]),
      ...styleBlocks.map(({ element }) => element),
    ])
    const page = createElement('html', { lang: 'en' }, [head, createElement('body', {}, [body])])
    page.parentNode = document
    document.childNodes = doctype ? [html5Doctype(document), page] : [page]
  }
}

function html5Doctype(document: Tree.Document): Tree.DocumentType {
  return { nodeName: '#documentType', name: 'html', publicId: '', systemId: '', parentNode: document }
}
