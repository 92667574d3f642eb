import { markup, type Descriptions } from '../description'
import { column } from '../hosts'

const picture = '<img src="asset:bullet.png" width="60" height="20" alt="">'
/** An empty element that a client leaves in its place then moves no other text. */
const inCell = (content: string): string =>
  `<table border="1" cellpadding="4"><tr><td>${content}</td><td>Beside</td></tr></table>`
const alone = (html: string, plainHtml: string, misreadHtml: readonly string[] = ['']) =>
  markup(inCell(html), inCell(plainHtml), { misreadHtml: misreadHtml.map(inCell) })

/** Changes how its text looks; a client that drops the element keeps the text. */
const aroundText = (tag: string, attributes = '') =>
  alone(`<${tag}${attributes}>Marker words</${tag}>`, 'Marker words')
/** Begins a new line. Between images, as neighbouring letters would change each other's shape. */
const aroundPicture = (tag: string, attributes = '') =>
  alone(`${picture}<${tag}${attributes}>${picture}</${tag}>${picture}`, picture.repeat(3), [
    picture.repeat(2),
  ])
/** Shows nothing, or its value as text, when it is not honoured. */
const control = (type: string) => alone(`<input type="${type}" value="Marker">`, '', ['Marker'])
const attribute = (html: string, text: string) =>
  markup(html.replace('{}', ` ${text}`), html.replace('{}', ''))

const smallTable = '<table border="1" bgcolor="#dde6ee"{}><tr><td>One</td><td>Two</td></tr></table>'
const photo = '<img src="asset:photo.png" width="80" height="80" alt="">'
const marked = '<p class="mark">Marker words</p>'

export const htmlFeatures: Descriptions = {
  'html-abbr': aroundText('abbr', ' title="Marker"'),
  'html-acronym': aroundText('acronym', ' title="Marker"'),
  'html-address': aroundText('address'),
  'html-align': attribute(
    '<table width="400" bgcolor="#dde6ee" style="width:400px"><tr><td{}>Marker</td></tr></table>',
    'align="right"',
  ),
  'html-audio': alone('<audio controls src="asset:sound.mp3">Marker words</audio>', 'Marker words'),
  'html-background': attribute(
    '<table><tr><td{}>Marker words</td><td><img src="asset:tall.png" alt=""></td></tr></table>',
    'background="asset:tile.png"',
  ),
  'html-base': markup('<base href="asset:deep/">', '', {
    place: 'head',
    on: '<img src="apart.png" width="80" height="80" alt="">',
  }),
  'html-bdi': alone(`שלום${picture}<bdi>abc</bdi>${picture}456`, `שלום${picture}abc${picture}456`, [
    `שלום${picture}${picture}456`,
  ]),
  'html-blockquote': aroundPicture('blockquote'),
  'html-body': markup('bgcolor="#ffe0b0" style="background-color:#ffe0b0"', '', { place: 'body-tag' }),
  'html-button-reset': aroundText('button', ' type="reset"'),
  'html-button-submit': aroundText('button', ' type="submit"'),
  'html-cellpadding': attribute(smallTable, 'cellpadding="20"'),
  'html-cellspacing': attribute(smallTable, 'cellspacing="20"'),
  'html-code': aroundText('code'),
  'html-del': aroundText('del'),
  'html-dfn': aroundText('dfn'),
  'html-dialog': aroundText('dialog', ' open'),
  'html-dir': attribute('<p{}>Marker words</p>', 'dir="rtl"'),
  'html-div': aroundPicture('div'),
  'html-h1-h6': aroundText('h2'),
  'html-height': attribute('<table bgcolor="#dde6ee"><tr><td{}>Marker</td></tr></table>', 'height="100"'),
  'html-hidden': attribute('<p>Before</p><p{}>Marker words</p><p>After</p>', 'hidden="hidden"'),
  'html-hr': alone('<hr>', ''),
  'html-img': alone(photo, ''),
  'html-input-checkbox': control('checkbox'),
  'html-input-radio': control('radio'),
  'html-input-reset': control('reset'),
  'html-input-submit': control('submit'),
  'html-input-text': control('text'),
  'html-lang': attribute('<p{}>Before <q>Marker words</q> after</p>', 'lang="fr"'),
  'html-object': alone(
    '<object type="image/png" data="asset:photo.png" width="80" height="80"></object>',
    '',
  ),
  'html-link': markup('<link rel="stylesheet" type="text/css" href="asset:mark.css">', '', {
    place: 'head',
    on: marked,
  }),
  'html-lists': alone('<ul><li>Marker words</li></ul>', 'Marker words'),
  'html-marquee': aroundText('marquee'),
  'html-meta-color-scheme': markup('<meta name="color-scheme" content="dark">', '', {
    place: 'head',
    on: '<p>Marker words</p>',
  }),
  'html-meter': alone('<meter value="0.6">Marker</meter>', 'Marker'),
  'html-p': aroundPicture('p'),
  'html-picture': alone(`<picture><source srcset="asset:tile.png">${photo}</picture>`, photo),
  'html-pre': alone('<pre>One      two\nthree</pre>', 'One      two\nthree'),
  'html-progress': alone('<progress value="60" max="100">Marker</progress>', 'Marker'),
  'html-rp': {
    ...alone(
      `<ruby>${picture}<rp>${picture}</rp><rt>${picture}</rt></ruby>`,
      `<ruby>${picture}${picture}<rt>${picture}</rt></ruby>`,
      [],
    ),
    needs: ['html-ruby', 'html-rt'],
  },
  'html-rt': {
    ...alone(`<ruby>${picture}<rt>${picture}</rt></ruby>`, `<ruby>${picture}${picture}</ruby>`, [
      `<ruby>${picture}</ruby>`,
    ]),
    needs: ['html-ruby'],
  },
  'html-ruby': alone(`<ruby>${picture}<rt>${picture}</rt></ruby>`, `${picture}<rt>${picture}</rt>`, [
    picture.repeat(2),
    picture,
    '',
  ]),
  'html-select': alone('<select><option>Marker</option></select>', 'Marker'),
  'html-semantics': alone(
    ['article', 'section', 'header', 'figure'].map((tag) => `<${tag}>${picture}</${tag}>`).join(''),
    picture.repeat(4),
  ),
  'html-small': aroundText('small'),
  'html-span': aroundText('span', ' style="color:#cc3300"'),
  'html-srcset': attribute(
    '<img src="asset:photo.png"{} width="80" height="80" alt="">',
    'srcset="asset:tile.png 1x"',
  ),
  'html-strike': aroundText('strike'),
  'html-strong': aroundText('strong'),
  'html-style': markup('<style>.mark{background-color:#ffcc00}</style>', '', { place: 'head', on: marked }),
  'html-svg': alone(
    '<svg width="80" height="60"><rect width="80" height="60" fill="#cc3300"/></svg>',
    '',
    [],
  ),
  'html-table': alone('<table border="1"><tr><td>Marker words</td></tr></table>', 'Marker words'),
  'html-textarea': aroundText('textarea'),
  'html-valign': attribute(
    '<table><tr><td bgcolor="#dde6ee"{}>Marker</td><td><img src="asset:tall.png" alt=""></td></tr></table>',
    'valign="bottom"',
  ),
  'html-video': alone(
    '<video width="160" height="90" poster="asset:photo.png" src="asset:film.mp4">Marker words</video>',
    'Marker words',
  ),
  'html-wbr': markup(column(90, 'Onelongn<wbr>nwordonly'), column(90, 'Onelongnnwordonly')),
  'html-width': attribute(
    '<table bgcolor="#dde6ee"><tr><td{}>Marker</td><td>Beside</td></tr></table>',
    'width="300"',
  ),
}
