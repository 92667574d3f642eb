import { caniemailCells } from '../../caniemail/caniemail-cells'
import type { HtmlProfile } from '../../engine/profile'
import { wrapBody } from '../../engine/steps/wrap-body'
import { createSupport, refuses, type JudgeUnlisted } from '../../engine/support'
import { dropElements } from '../../engine/steps/drop-elements'
import { createWebmail } from './create-webmail'
import { dropPercentKeyframes } from './steps/drop-percent-keyframes'
import { inIframe } from './page'

/** Elements without a cell that OX App Suite keeps (whitelist.properties, appsuite-middleware 7.8). */
const elements: ReadonlySet<string> = new Set(
  (
    'a area b basefont bdo big blockquote body br button caption center cite code col colgroup dd del dfn dir div dl dt ' +
    'em fieldset font form h1 h2 h3 h4 h5 h6 head hr html i img input ins kbd label legend li map menu ol optgroup option ' +
    'p pre q s samp select span strike strong sub sup table tbody td textarea tfoot th thead title tr tt u ul var style time'
  ).split(' '),
)

const judgeUnlistedByWhiteList: JudgeUnlisted = (kind, name) => ({
  honoured: kind !== 'element' || elements.has(name),
  source: 'OX App Suite, whitelist.properties',
})

/**
 * open-xchange/appsuite-frontend, ui/apps/io.ox/mail/detail/content.less; headings are shares of 14 px. Comcast in
 * Chrome agreed in 2016-12; in Firefox and Edge it had the page's headings then
 * (EDMdesigner/modern-html-email-tutorial, lesson03).
 */
const messageCss = Object.entries({
  p: 'margin:0 0 1em',
  h1: 'font-size:28px',
  h2: 'font-size:21px',
  h3: 'font-size:16.38px',
  h4: 'font-size:14px',
  h5: 'font-size:11.62px',
  h6: 'font-size:9.38px',
  pre: 'white-space:pre-wrap',
  table: 'line-height:normal',
  th: 'padding:8px',
  ':is(ul,ol)': 'padding:0 0 0 16px;margin:1em 0 1em 24px',
  li: 'line-height:normal;margin-bottom:.5em',
  blockquote: 'color:#555;font-size:13px;border-left:2px solid #ddd;padding:0 0 0 16px;margin:16px 0',
  'blockquote blockquote': 'border-color:#3c73aa;margin:8px 0',
})
  .map(([selector, css]) => `:where(.mail-detail-content ${selector}){${css}}`)
  .join('\n')

/**
 * IONOS and Xfinity are OX App Suite (howtotarget comcast-webmail, 2021-10-29: one selector reaches both). caniemail
 * tested IONOS; its cells count for both.
 */
function openXchange(title: string, linkColor: string): HtmlProfile {
  return createWebmail({
    support: createSupport({
      cells: caniemailCells('ionos-1and1/desktop-webmail'),
      corrections: refuses(
        'caniemail html-semantics note 1, 2022-11',
        ...'article aside details figcaption figure footer header main mark nav section summary'
          .split(' ')
          .map((name) => `element:${name}`),
      ),
      unlisted: judgeUnlistedByWhiteList,
    }),
    page: inIframe({
      title,
      font: '13px/normal Helvetica Neue,Helvetica,Arial,sans-serif',
      linkColor,
      columnWidth: 860,
      css: messageCss,
    }),
    cssLast: [dropPercentKeyframes('caniemail css-at-keyframes note 2, 2022-06')],
    elementsFirst: [
      dropElements({
        audio: 'caniemail html-audio note 5, 2022-11',
        video: 'caniemail html-video note 9, 2022-11',
        svg: 'caniemail html-svg note 2, 2022-11',
      }),
    ],
    elementsLast: [wrapBody({ class: 'mail-detail-content' })],
  })
}

export const ionos = openXchange('IONOS', '#11479e')
export const comcast = openXchange('Xfinity Connect', '#1a73b8')
