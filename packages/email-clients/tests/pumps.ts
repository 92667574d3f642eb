/** An email's HTML that repeats one thing, of about as many characters as asked for. */
export type Pump = (length: number) => string

const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.max(1, Math.floor(length / unit.length)))

/** As many pieces as fit, each made from its number. */
export function numbered(length: number, piece: (at: number) => string): string {
  const pieces: string[] = []
  for (let left = length, at = 0; left > 0; at++) {
    const next = piece(at)
    pieces.push(next)
    left -= next.length
  }
  return pieces.join('')
}

/** What expressions and scans look for, and what makes them begin again. */
const units: readonly string[] = [
  '-', '0', 'a', 'A', ' ', '\n', '\r', '\t', '.', ',', ';', ':', '!', '?', '#', '/', '\\', '*', '|', '%', '&', '=', '+',
  '(', ')', '[', ']', '{', '}', '<', '>', '@', '"', "'", '$', '~', '_', 'x ', 'a.', 'a-', '1-', '1 ', '1.', 'a@', 'a,',
  'a:', 'a;', '= ', ' =', ' !', '. ', ', ', '; ', '( ', '[a', ']]', '}}', '{{', '{%', '<%', '*|', '%%', '[[', '${', '%a',
  '{{a}}', '<!', '<!-', '<!--', '-->', '--', '</', '<a', '<a ', '<v:rect ', '&#', '&a', '&amp;', '&nbsp;', '/*', '*/', '//',
  '\u00a0', '\u200c', '\ufffd', '\u05d0', '😀', 'mask-', 'url(', 'calc(', 'rgb(', 'var(--a', '@media ', '@import ', '@a{',
  'a{', '.a', '#a', '>a', '[a=', ':not(', '!important', 'color:', 'color:red;', 'mso-', 'and ', 'not ', 'only ', '(a) and ',
  '[if ', '[endif]', '<![endif]-->', '<!--[if mso]>', '<![if ', ']>', 'www.', 'http:', 'http://', 'https://a', '+1 ', '(1) ',
  'at 5pm ', 'May 1 ', '1/1/', '1 Main St ', 'opt ', 'annulla ', 'view ', 'data:', 'javascript:', 'color-scheme:', 'ſ', 'İ',
  '\\a', '\\9', '\0', '<style>', '</style>', '<p>', '</p>', '<br>', '<td>', '<b>', '<img>', '=\n', '=3D',
] // prettier-ignore

/** Where a run of something can stand. */
const places: Readonly<Record<string, (run: string) => string>> = {
  text: (run) => `<p>${run}</p>`,
  'text of a link': (run) => `<a href="https://x.example/">${run}</a>`,
  address: (run) => `<a href="${run}">x</a>`,
  'web address': (run) => `<a href="https://x.example/${run}">x</a>`,
  picture: (run) => `<img src="${run}" alt="${run}" width="${run}">`,
  srcset: (run) => `<img srcset="${run}">`,
  class: (run) => `<p class="${run}">x</p>`,
  'attribute name': (run) => `<p ${run}>x</p>`,
  viewport: (run) => `<meta name="viewport" content="${run}"><meta name="color-scheme" content="${run}">x`,
  'style attribute': (run) => `<p style="${run}">x</p>`,
  value: (run) => `<td style="font-family:${run}">x</td>`,
  'value of a background': (run) => `<td style="background:${run}" background="${run}" bgcolor="${run}">x</td>`,
  'style element': (run) => `<style>${run}</style><p class=a>x</p>`,
  selector: (run) => `<style>${run}{color:red}</style><p class=a>x</p>`,
  declaration: (run) => `<style>p{${run}:red}</style><p>x</p>`,
  'value of a rule': (run) => `<style>p{color:${run}}</style><p>x</p>`,
  'media query': (run) => `<style>@media ${run}{p{color:red}}</style><p>x</p>`,
  comment: (run) => `<!--${run}-->x`,
  condition: (run) => `<!--[if ${run}]>x<![endif]-->x`,
  'conditional comment': (run) => `<!--[if mso]>${run}<![endif]-->x`,
  vml: (run) => `<!--[if mso]><v:rect style="${run}" path="${run}" fillcolor="${run}"><v:textbox inset="${run}">x</v:textbox></v:rect><![endif]-->`,
  title: (run) => `<title>${run}</title>x`,
} // prettier-ignore

const inPlaces = Object.entries(places).flatMap(([place, around]) =>
  units.map((unit): [string, Pump] => [
    `${JSON.stringify(unit)} in a ${place}`,
    (length) => around(repeated(unit, length)),
  ]),
)

const nested = (open: string): [string, Pump] => [
  `${open} in one another`,
  (length) => repeated(open, length),
]
const beside = (piece: string): [string, Pump] => [
  `${piece} beside one another`,
  (length) => repeated(piece, length),
]
/** Nearly as deep as a tree may be, and many pieces at its end. */
const deep = (open: string, piece: string): [string, Pump] => [
  `${piece} within 500 levels of ${open}`,
  (length) => `${open.repeat(500 / (open.split('<').length - 1))}${repeated(piece, length)}`,
]
const elements = 'div p b a font span table ul blockquote center h1 button svg select'.split(' ')
const inDeep = [
  'x<br>', '<i>x</i>', '<a href="https://x.example/">x</a>', '<a href="#a">here</a>', '<img src="https://x.example/a.png">', '<p>x</p>',
  '<p>\u05d0</p>', '<p class=a style="color:red">x</p>', '<!--x-->', '<h1>x</h1>', '<td>x', '<style>p{color:red}</style>',
  '<p style="font-size:9px">abc</p>', '<p>{{a}}</p>', '<p>www.x.example +1 555 123 4567</p>', '<hr>', '<table><tr><td>x</table>',
] // prettier-ignore

const structures: readonly [string, Pump][] = [
  ...elements.map((name) => nested(`<${name}>`)),
  ...elements.map((name) => nested(`<${name}>x`)),
  ...elements.map((name) => beside(`<${name}>x</${name}>`)),
  ...elements.map((name) => beside(`</${name}>`)),
  ...inDeep.map(beside),
  ...inDeep.flatMap((piece) => ['<div>', '<div style="color:red">', '<span>', '<table><tr><td>'].map((open) => deep(open, piece))),
  nested('<table><tr><td>'),
  nested('<ul><li>'),
  nested('<table style="padding:9px;margin:9px 0"><tr><td>'),
  nested('<span style="background:red;mso-text-raise:9px;mso-font-width:200%">x'),
  nested('<div style="direction:ltr">\u05d0'),
  nested('<div role=heading>x'),
  nested('<div style="color:red;font-size:1em">x'),
  nested('<div><a href="https://x.example/">here</a>'),
  nested('<!--[if mso]>'),
  nested('<![if mso]>'),
  nested('<v:rect><v:textbox>'),
  nested('<b><p>x'),
  nested('<a href=#><p>x'),
  nested('<table>x'),
  beside('<p hidden>x</p>'),
  beside('<p>\u200c</p>'),
  beside('<!--[if mso]><v:rect href=x style="width:1px"><v:fill src="https://x.example/a.png"></v:rect><![endif]-->'),
  beside('<!--[if mso]>x<![endif]--><!--[if !mso]><!-->y<!--<![endif]-->'),
  beside('<meta name=viewport content="width=1">'),
  beside('<link rel=stylesheet href="https://x.example/a.css">'),
  beside('<html lang=en><body class=a>'),
  beside('<th>x</th>'),
  beside('<input type=checkbox><button>x</button>'),
  beside('<picture><source srcset="https://x.example/a.png 1x,https://x.example/b.png 2x"></picture>'),
  ['words without an end', (length) => repeated('word', length)],
  ['many attributes', (length) => `<p ${numbered(length, (at) => `a${at}=1 `)}>x</p>`],
  ['many data attributes', (length) => `<p ${numbered(length, (at) => `data-a${at}="x" `)}>x</p>`],
  ['one attribute again and again', (length) => `<p ${repeated('a=1 ', length)}>x</p>`],
  ['many classes', (length) => `<style>.a1{color:red}</style><p class="${numbered(length, (at) => `a${at} `)}">x</p>`],
  ['many classes and their rules', (length) => `<style>${numbered(length / 2, (at) => `.a${at}{color:red}`)}</style>${numbered(length / 2, (at) => `<p class=a${at}>x</p>`)}`],
  ['many rules for all elements', (length) => `<style>${repeated('p{color:red}', length / 2)}</style>${repeated('<p>x</p>', length / 2)}`],
  ['many refused rules for all elements', (length) => `<style>${repeated('p{float:none;position:static;word-break:break-word}', length / 2)}</style>${repeated('<p>x</p>', length / 2)}`],
  ['many refused declarations of elements', (length) => numbered(length, (at) => `<p style="max-width:${at}px;float:none;word-break:break-word">x`)],
  ['many hiding rules', (length) => `<style>${numbered(length / 2, (at) => `.a${at}{display:none}`)}</style>${numbered(length / 2, (at) => `<p class=a${at}>x</p>`)}`],
  ['many selectors of one rule', (length) => `<style>${numbered(length, (at) => `.a${at},`)}p{color:red}</style><p>x</p>`],
  ['many descendants in a selector', (length) => `<style>${repeated('div ', length / 2)}p{color:red}</style>${repeated('<div>', length / 2)}<p>x`],
  ['many declarations', (length) => `<style>p{${numbered(length, (at) => `color:#${String(at % 1000).padStart(3, '0')};`)}}</style><p>x</p>`],
  ['many declarations of an element', (length) => `<p style="${numbered(length, (at) => `color:#${String(at % 1000).padStart(3, '0')};`)}">x</p>`],
  ['many properties of an element', (length) => `<p style="${numbered(length, (at) => `a${at}:1;`)}">x</p>`],
  ['many style attributes', (length) => numbered(length, (at) => `<p style="margin:${at}px">x</p>`)],
  ['many style elements', (length) => numbered(length, (at) => `<style>.a${at}{color:red}</style>`)],
  ['many style elements in the body', (length) => `<p>x</p>${numbered(length, (at) => `<style>.a${at}{color:red}</style>`)}`],
  ['many media queries', (length) => `<style>${numbered(length, (at) => `@media (max-width:${at}px){p{color:red}}`)}</style><p>x</p>`],
  ['many custom properties', (length) => `<style>p{${numbered(length, (at) => `--a${at}:var(--a${at + 1});`)}color:var(--a0)}</style><p>x</p>`],
  ['many fonts', (length) => `<style>${numbered(length, (at) => `@font-face{font-family:f${at};src:url(https://x.example/${at})}`)}</style><p style="font-family:f1">x</p>`],
  ['many names of fonts', (length) => `<p style="font-family:${numbered(length, (at) => `f${at},`)}serif">x</p>`],
  ['many imports of fonts', (length) => `<style>${numbered(length, (at) => `@import url(https://x.example/css?family=a${at});`)}</style><p style="font-family:a1">x`],
  ['many imports', (length) => `<style>${numbered(length, (at) => `@import url(https://x.example/${at});`)}</style>`],
  ['many keyframes', (length) => `<style>@keyframes a{${numbered(length, (at) => `${at % 100}%{color:red}`)}}</style><p>x</p>`],
  ['many links', (length) => numbered(length, (at) => `<a href="https://x.example/${at}">x</a>`)],
  ['many links to one site', (length) => numbered(length, (at) => `<a href="https://x.example/a?utm_source=${at}">here</a> `)],
  ['many links without an address', (length) => repeated('<a href="">x</a>', length)],
  ['many links within the email', (length) => numbered(length, (at) => `<a href="#a${at}">x</a>`)],
  ['many mail links', (length) => numbered(length, (at) => `<a href="mailto:a${at}@x.example">x</a>`)],
  ['many addressees', (length) => `<a href="mailto:${repeated('a@x.example,', length)}">x</a>`],
  ['many pictures', (length) => numbered(length, (at) => `<img src="https://x.example/${at}.png">`)],
  ['many ids', (length) => numbered(length, (at) => `<p id=a${at}>x</p>`)],
  ['a link of many elements', (length) => `<a href="https://x.example/">${repeated('<i></i>', length)}</a>`],
  ['placeholders in one text', (length) => repeated('Hi {{a}} ', length)],
  ['distinct placeholders in one text', (length) => numbered(length, (at) => `{{a${at}}} `)],
  ['placeholders and references of characters', (length) => repeated('{{a}}&amp;', length)],
  ['many small texts', (length) => repeated('x<br>', length)],
  ['many texts to fold', (length) => repeated('<blockquote>x</blockquote>', length)],
  ['many lines', (length) => repeated('x\n', length)],
  ['tables in cells with headings', (length) => repeated('<table><tr><th>x<td>', length)],
] // prettier-ignore

/** HTML by what it repeats. */
export const htmlPumps: ReadonlyMap<string, Pump> = new Map([...structures, ...inPlaces])
