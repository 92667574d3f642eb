import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Frame } from './emulated-document'
import { createElement, createText, html5Doctype, rewriteNodes, setAttribute } from './html-tree'
import type { Step } from './message'

export const messageSelector = '#pas-message'

/**
 * Browsers in standards mode ignore an image's dimensions for its alternative text if there is no address. Webmails
 * with images off keep them (HT 2016).
 */
const blockedImageCss = `:where(${messageSelector} img:not([src])){display:inline-block;overflow:hidden}`

/**
 * Holds floats such as an outermost `<table align="left">`, which juice writes: webmails continue below the message.
 */
const clearCss = `:where(${messageSelector})::after{content:"";display:block;clear:both}`

/** Engineering default: a laptop's window. Media queries and `vw` see it, not the message column (HT 2021). */
export const desktopWindow: Frame = {
  width: 1366,
  height: 768,
  deviceScaleFactor: 1,
  mobile: false,
  colorScheme: 'light',
}

interface WebmailPage {
  title: string
  /** Rules for the message use `:where()`, so that the email's rules win. */
  css: string
  messageClass: string | null
  /** Without one the email is drawn in quirks mode. */
  doctype: boolean
}

/** The picture is the element `messageSelector`. The page is laid out in the size of the browser window. */
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
