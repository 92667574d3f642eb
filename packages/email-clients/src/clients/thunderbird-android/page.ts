import { createElement, createText, findAttribute, setAttribute } from '../../engine/html-tree'
import type { Step } from '../../engine/message'
import { showAsPage } from '../../engine/show-as-page'

/** Text that names no font is in the WebView's: Roboto, 16 px. */
const showMessage = showAsPage({ css: 'html{font-family:Roboto,sans-serif}', doctype: 'as sent' })

/**
 * What the app's style sheet does, which stands behind the email's and so wins where both say as much; its body has two classes, by which
 * most rules are confined to the message (thunderbird-android 22.0, DefaultGlobalCssStyleProvider, 2026-08). What only counts in an
 * app that is used, or in text that the app itself makes into HTML, is left out.
 *
 * @param namespace what the classes begin with: the application's id
 */
export function appPage(namespace: string): Step {
  const [viewer, content] = [`${namespace}__message-viewer`, `${namespace}__main-content`]
  const message = `.${viewer}.${content}`
  const css = `body{font-size:.9rem}
.clear:after{content:"";clear:both;display:block}
.${viewer}{display:block}
${message}{box-sizing:border-box;width:100%;overflow-wrap:break-word;padding:0 8px}
${message} pre{white-space:pre-wrap}
${message} blockquote{margin:auto 0 auto .8ex!important;padding-left:1ex!important;border-left-width:1px!important;border-left-style:solid!important;border-left-color:#ccc}`
  return (email) => {
    showMessage(email)
    const { head, body } = email
    const style = createElement('style', {}, [createText(css)])
    style.parentNode = head
    head.childNodes.push(style)
    setAttribute(body, 'class', [findAttribute(body, 'class'), viewer, content].filter(Boolean).join(' '))
  }
}
