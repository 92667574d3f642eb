import { caniemailCells } from '../../caniemail/caniemail-cells'
import { prefixNames } from '../../engine/steps/prefix-names'
import { createSupport, honours, refuses, type JudgeUnlisted } from '../../engine/support'
import { refuseBackgroundAddresses } from '../../engine/steps/refuse-values'
import { createWebmail } from './create-webmail'
import { swapImagesForDummy } from './steps/swap-images-for-dummy'
import { inIframe } from './page'

const washtml = 'roundcube/roundcubemail, rcube_washtml.php'

const elements: ReadonlySet<string> = new Set(
  (
    'a abbr acronym address area b basefont bdo big blockquote br caption center cite code col colgroup dd del dfn dir div dl ' +
    'dt em fieldset font h1 h2 h3 h4 h5 h6 hr i ins label legend li map menu nobr ol p pre q s samp small span strike ' +
    'strong sub sup table tbody td tfoot th thead tr tt u ul var wbr img video source button input textarea select option ' +
    'optgroup svg math style body html head title meta'
  ).split(' '),
)
const attributes: ReadonlySet<string> = new Set(
  (
    'name class title alt width height align nowrap id rowspan colspan cellspacing cellpadding valign bgcolor color border ' +
    'face marginwidth marginheight axis abbr char charoff clear compact coords vspace hspace size lang dir usemap shape media ' +
    'background src poster href headers start reversed type rows cols disabled readonly checked multiple value for style text ' +
    'link vlink alink'
  ).split(' '),
)

const judgeUnlistedByRoundcube: JudgeUnlisted = (kind, name) => {
  const honoured =
    kind === 'element' ? elements.has(name) : kind === 'attribute' ? attributes.has(name) : true
  return { honoured, source: washtml }
}

/**
 * Roundcube, as its prefix `v1` of every class shows (howtotarget freefr-webmail, 2024-08-30). It shows a message in an
 * iframe.
 */
export const freeFr = createWebmail({
  support: createSupport({
    cells: caniemailCells('free-fr/desktop-webmail'),
    corrections: [
      ...honours('caniemail css-linear-gradient, 2021-12: a gradient counts', 'property:background-image'),
      ...refuses(washtml, 'value:position fixed', 'at-rule:import', 'attribute:target'),
      ...honours(washtml, 'element:body'),
    ],
    unlisted: judgeUnlistedByRoundcube,
  }),
  page: inIframe({
    title: 'Free',
    font: '14px/1.4 Roboto,Arial,Helvetica,sans-serif',
    linkColor: '#00acff',
    columnWidth: 900,
    messageClass: 'v1rcmBody',
  }),
  cssLast: [refuseBackgroundAddresses],
  blockedImages: swapImagesForDummy(`${washtml}: a file of its own for every blocked image`),
  names: prefixNames({ prefix: 'v1', scope: { tagName: 'div', className: 'v1rcmBody' } }),
})
