import { createElement, createText, findAttribute, setAttribute } from '../../engine/html-tree'
import type { Step } from '../../engine/message'
import { showAsPage } from '../../engine/show-as-page'

/** Text without a font has the WebView's: Roboto, 16 px. */
const showMessage = showAsPage({ css: 'html{font-family:Roboto,sans-serif}', doctype: 'as sent' })

/**
 * The app's style sheet comes after the email's, so it wins if the specificity is equal; two classes of the body
 * confine most rules (thunderbird-android 22.0, DefaultGlobalCssStyleProvider, 2026-08). Left out: rules for
 * interaction and for plain text.
 *
 * @param namespace prefix of the classes: the application's id
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
