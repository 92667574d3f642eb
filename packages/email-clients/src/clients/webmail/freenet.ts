import { createElement, createText, setAttribute } from '../../engine/html-tree'
import type { Step } from '../../engine/message'
import { headAndBody } from '../../engine/parse-html'
import { createSupport, refuses } from '../../engine/support'
import { createWebmail } from './create-webmail'
import { inIframe } from './page'

/**
 * Known from selectors that match in freenet only: `body[marginwidth][marginheight] .name` (howtotarget freenet,
 * 2019-09-10) and `title ~ * .name` (howtotarget freenet 2, 2019-03-26).
 */
const finishIframe: Step = ({ document }) => {
  const { body } = headAndBody(document)
  setAttribute(body, 'marginwidth', '0')
  setAttribute(body, 'marginheight', '0')
  const title = createElement('title', {}, [createText('')])
  title.parentNode = body
  body.childNodes.unshift(title)
}

/**
 * caniemail has no cells of it. Selectors of every kind match (howtotarget, 2019). Assumed: its filter removes only
 * what endangers the page.
 */
export const freenet = createWebmail({
  support: createSupport({
    corrections: refuses(
      'engineering default: webmail neither submits nor links to style sheets',
      'element:form',
      'element:link',
      'element:base',
      'element:audio',
      'element:video',
      'at-rule:import',
      'attribute:target',
    ),
  }),
  page: inIframe({
    title: 'freenet',
    // The browser's own: the iframe sets none (EDMdesigner/modern-html-email-tutorial, lesson03, two browsers,
    // 2016-12).
    font: '16px/normal "Times New Roman",Times,serif',
    linkColor: '#0000ee',
    columnWidth: 900,
    // An image alone in its line has no space below it, as in quirks mode (the same pictures of 2016-12).
    doctype: false,
    finish: finishIframe,
  }),
})
