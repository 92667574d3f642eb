import { markup, type Descriptions } from '../description'
import { manyWords } from '../hosts'

/** An element around text that stays when the element goes. */
const around = (tag: string, attributes = '') =>
  markup(
    `<p>Before <${tag}${attributes}>Marker words</${tag}> after</p>`,
    '<p>Before Marker words after</p>',
    { misreadHtml: ['<p>Before  after</p>'] },
  )
const aroundBlock = (tag: string, attributes = '') =>
  markup(`Before <${tag}${attributes}>Marker words</${tag}> after`, 'Before Marker words after', {
    misreadHtml: ['Before  after'],
  })
/** An element that is nothing when it is not honoured, but perhaps its value as text. */
const control = (type: string) =>
  markup(`<p>Before <input type="${type}" value="Marker"> after</p>`, '<p>Before  after</p>', {
    misreadHtml: ['<p>Before Marker after</p>'],
  })
const attribute = (html: string, text: string) =>
  markup(html.replace('{}', ` ${text}`), html.replace('{}', ''))

const smallTable = '<table border="1" bgcolor="#dde6ee"{}><tr><td>One</td><td>Two</td></tr></table>'
const text = 'Seven small boats'

/** Elements and attributes. */
export const htmlFeatures: Descriptions = {
  'html-abbr': around('abbr', ' title="Marker"'),
  'html-acronym': around('acronym', ' title="Marker"'),
  'html-address': aroundBlock('address'),
  'html-align': attribute(
    '<table width="400" bgcolor="#dde6ee"><tr><td width="400"{}>Marker</td></tr></table>',
    'align="right"',
  ),
  'html-audio': markup('<audio controls src="asset:sound.mp3">Marker words</audio>', 'Marker words', {
    misreadHtml: [''],
  }),
  'html-background': attribute(
    '<table><tr><td width="200" height="80"{}>Marker</td></tr></table>',
    'background="asset:tile.png"',
  ),
  'html-base': markup('<base href="asset:">', '', {
    place: 'head',
    on: '<img src="photo.png" width="80" height="80" alt="">',
  }),
  'html-bdi': markup('<p>שלום <bdi>123 abc</bdi> 456</p>', '<p>שלום 123 abc 456</p>', {
    misreadHtml: ['<p>שלום  456</p>'],
  }),
  'html-blockquote': aroundBlock('blockquote'),
  'html-body': markup('bgcolor="#ffe0b0" style="background-color:#ffe0b0"', '', { place: 'body-tag' }),
  'html-button-reset': markup(
    '<p>Before <button type="reset">Marker</button> after</p>',
    '<p>Before Marker after</p>',
    { misreadHtml: ['<p>Before  after</p>'] },
  ),
  'html-button-submit': markup(
    '<p>Before <button type="submit">Marker</button> after</p>',
    '<p>Before Marker after</p>',
    { misreadHtml: ['<p>Before  after</p>'] },
  ),
  'html-cellpadding': attribute(smallTable, 'cellpadding="20"'),
  'html-cellspacing': attribute(smallTable, 'cellspacing="20"'),
  'html-code': around('code'),
  'html-del': around('del'),
  'html-dfn': around('dfn'),
  'html-dialog': markup(`${text}<dialog open>Marker words</dialog>`, `${text}Marker words`, {
    misreadHtml: [text],
  }),
  'html-dir': attribute('<p{}>Marker words</p>', 'dir="rtl"'),
  'html-div': aroundBlock('div'),
  'html-h1-h6': aroundBlock('h2'),
  'html-height': attribute('<table bgcolor="#dde6ee"><tr><td{}>Marker</td></tr></table>', 'height="100"'),
  'html-hidden': attribute('<p>Before</p><p{}>Marker words</p><p>After</p>', 'hidden="hidden"'),
  'html-hr': markup('Before<hr>After', 'BeforeAfter'),
  'html-img': markup(
    '<p>Before <img src="asset:photo.png" width="80" height="80" alt=""> after</p>',
    '<p>Before  after</p>',
  ),
  'html-input-checkbox': control('checkbox'),
  'html-input-radio': control('radio'),
  'html-input-reset': control('reset'),
  'html-input-submit': control('submit'),
  'html-input-text': control('text'),
  'html-lang': attribute('<p{}>Before <q>Marker words</q> after</p>', 'lang="fr"'),
  'html-link': markup('<link rel="stylesheet" type="text/css" href="asset:mark.css">', '', {
    place: 'head',
    on: '<p class="mark">Marker words</p>',
  }),
  'html-lists': markup('<ul><li>First point</li><li>Second point</li></ul>', 'First pointSecond point', {
    misreadHtml: [''],
  }),
  'html-marquee': aroundBlock('marquee'),
  'html-meta-color-scheme': markup('<meta name="color-scheme" content="dark">', '', {
    place: 'head',
    on: '<p>Marker words</p>',
  }),
  'html-meter': markup(
    '<p>Before <meter value="0.6">Marker</meter> after</p>',
    '<p>Before Marker after</p>',
    {
      misreadHtml: ['<p>Before  after</p>'],
    },
  ),
  'html-p': aroundBlock('p'),
  'html-picture': markup(
    '<picture><source srcset="asset:tile.png"><img src="asset:photo.png" width="80" height="80" alt=""></picture>',
    '<img src="asset:photo.png" width="80" height="80" alt="">',
    { misreadHtml: [''] },
  ),
  'html-pre': markup('<pre>One      two\nthree</pre>', 'One      two\nthree', { misreadHtml: [''] }),
  'html-progress': markup(
    '<p>Before <progress value="60" max="100">Marker</progress> after</p>',
    '<p>Before Marker after</p>',
    { misreadHtml: ['<p>Before  after</p>'] },
  ),
  'html-rp': markup(
    '<p><ruby>Marker<rp>(</rp><rt>above</rt><rp>)</rp></ruby></p>',
    '<p><ruby>Marker(<rt>above</rt>)</ruby></p>',
    { needs: ['html-ruby', 'html-rt'] },
  ),
  'html-rt': markup('<p><ruby>Marker<rt>above</rt></ruby></p>', '<p><ruby>Markerabove</ruby></p>', {
    misreadHtml: ['<p><ruby>Marker</ruby></p>'],
    needs: ['html-ruby'],
  }),
  'html-ruby': markup('<p><ruby>Marker<rt>above</rt></ruby></p>', '<p>Marker<rt>above</rt></p>', {
    misreadHtml: ['<p>Markerabove</p>', '<p></p>'],
  }),
  'html-select': markup(
    '<p>Before <select><option>Marker</option></select> after</p>',
    '<p>Before Marker after</p>',
    { misreadHtml: ['<p>Before  after</p>'] },
  ),
  'html-semantics': markup(
    '<article>First</article> <section>Second</section> <header>Third</header> <figure>Fourth</figure> <mark>Fifth</mark>',
    'First Second Third Fourth Fifth',
    { misreadHtml: [''] },
  ),
  'html-small': around('small'),
  'html-span': around('span', ' style="color:#cc3300"'),
  'html-srcset': attribute(
    '<img src="asset:photo.png"{} width="80" height="80" alt="">',
    'srcset="asset:tile.png 1x"',
  ),
  'html-strike': around('strike'),
  'html-strong': around('strong'),
  'html-style': markup('<style>.mark{background-color:#ffcc00}</style>', '', {
    place: 'head',
    on: '<p class="mark">Marker words</p>',
  }),
  'html-svg': markup(
    '<p>Before <svg width="80" height="60"><rect width="80" height="60" fill="#cc3300"/></svg> after</p>',
    '<p>Before  after</p>',
  ),
  'html-table': markup('<table border="1"><tr><td>One</td><td>Two</td></tr></table>', 'OneTwo', {
    misreadHtml: [''],
  }),
  'html-textarea': markup('<p>Before <textarea>Marker</textarea> after</p>', '<p>Before Marker after</p>', {
    misreadHtml: ['<p>Before  after</p>'],
  }),
  'html-valign': attribute(
    '<table><tr><td width="200" height="100" bgcolor="#dde6ee"{}>Marker</td></tr></table>',
    'valign="bottom"',
  ),
  'html-video': markup(
    '<video width="160" height="90" poster="asset:photo.png" src="asset:film.mp4">Marker words</video>',
    'Marker words',
    { misreadHtml: [''] },
  ),
  'html-wbr': markup(
    '<table width="90"><tr><td width="90">Onelong<wbr>wordonly</td></tr></table>',
    '<table width="90"><tr><td width="90">Onelongwordonly</td></tr></table>',
  ),
  'html-width': attribute('<table bgcolor="#dde6ee"{}><tr><td>Marker</td></tr></table>', 'width="300"'),
}
void manyWords
