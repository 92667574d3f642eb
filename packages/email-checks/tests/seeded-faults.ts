import type { EmailToCheck } from '../src/checked-email'
import { noMeasurements, type LinkAnswer, type MeasuredSpam } from '../src/measurements'
import type { Severity } from '../src/rule'
import type { CleanTemplate } from './clean-templates'

/** A fault that is written into a clean template, and where a check must find it. */
export interface SeededFault {
  rule: string
  template: CleanTemplate
  /** What is replaced, once, and by what. A text that is not there is a fault of the test. */
  replace?: readonly (readonly [from: string, to: string])[]
  /** The text in the HTML at whose beginning the fault is. Null for a fault without a place. */
  at: string | null
  /** Whether only its line is compared: the fault is in the middle of a text. */
  onlyLine?: true
  /** Default: the rule's. */
  severity?: Severity
  /** Other members of the email. */
  email?: Partial<Omit<EmailToCheck, 'emailClients' | 'changes'>>
  /** Rules that find something more because of the same markup. */
  also?: readonly string[]
}

const image = 'https://shop.example/1.png'
const asset = { url: image, contentType: 'image/png', bytes: 20_000, width: 354, height: 354 }
const unsubscribe = '<a href="https://example.com/bye">Unsubscribe</a>'
const header = ['From: Shop <shop@example.com>', 'Date: Fri, 27 Nov 2026 10:00:00 +0000', 'Message-ID: <1@example.com>', 'Subject: Hello']
const message = (lines: readonly string[], bodyTypes = ['text/plain', 'text/html']) => ({ message: { header: lines.join('\r\n'), bodyTypes, longestLine: { octets: 76, line: 3 } } })
const oneClick = ['List-Unsubscribe: <https://example.com/bye>', 'List-Unsubscribe-Post: List-Unsubscribe=One-Click']
/** What became of a link of the template. */
const answered = (address: string, answer: LinkAnswer): Pick<EmailToCheck, 'measurements'> => ({ measurements: { ...noMeasurements, links: { status: 'done', description: null, result: new Map([[address, answer]]) } } })
const after = (words: string, added: string): readonly [string, string] => [words, `${words}${added}`]
/** Adds markup behind the last words of the newsletter. */
const atEnd = (added: string): readonly [string, string] => after(unsubscribe, added)

/** What SpamAssassin says of the email. */
const spam = (score: number, rules: MeasuredSpam['rules'] = []) => ({ measurements: { ...noMeasurements, spam: { status: 'done', description: null, result: { score, threshold: 5, rules } } } }) as const

/** The corpus: one fault in one template each. */
export const seededFaults: readonly SeededFault[] = [
  // code
  { rule: 'code/element-unsupported', template: 'newsletter', replace: [atEnd('<video src="https://shop.example/a.mp4"></video>')], at: '<video', also: ['images/format'] },
  { rule: 'code/form-control-removed', template: 'newsletter', replace: [atEnd('<input type="text" name="q">')], at: '<input' },
  { rule: 'code/declaration-unsupported', template: 'newsletter', replace: [atEnd('<div style="mix-blend-mode:multiply">New</div>')], at: 'style="mix-blend' },
  { rule: 'code/active-content', template: 'newsletter', replace: [atEnd('<script>go()</script>')], at: '<script' },
  { rule: 'code/property-not-on-element', template: 'newsletter', replace: [atEnd('<a href="https://example.com/shop" style="padding:8px">Shop</a>')], at: 'style="padding:8px"' },
  // size
  { rule: 'size/clipped', template: 'newsletter', replace: [atEnd(`<p>${'Coffee. '.repeat(6_000)}</p>`)], at: '      >You get this', onlyLine: true, also: ['size/long-line'] },
  { rule: 'size/clipped', template: 'newsletter', replace: [atEnd(`<p>${'Coffee. '.repeat(4_500)}</p>`)], at: null, severity: 'warning', also: ['size/long-line'] },
  { rule: 'size/style-block', template: 'newsletter', replace: [after('</title>', `<style>${'.a { color: red }\n'.repeat(1_000)}</style>`)], at: '<style>.a' },
  { rule: 'size/long-line', template: 'newsletter', replace: [atEnd(`<p>${'coffee '.repeat(200)}</p>`)], at: '      >You get this', severity: 'note' },
  { rule: 'size/long-line', template: 'newsletter', email: { message: { ...message(header).message, longestLine: { octets: 1_200, line: 40 } } }, at: null, also: ['headers/list-unsubscribe'] },
  // images
  { rule: 'contrast/text', template: 'newsletter', email: { measurements: { ...noMeasurements, contrast: { status: 'done', description: null, result: new Map([['CHROMEOUTLOOKCOMDARK', { texts: [{ text: 'Buy now', where: { line: 326, column: 23 }, ratio: 1.4, needed: 4.5, textColour: '#1a1a1a', background: '#262626', verdict: 'fails', reason: null }], measured: 1, unmeasured: 0 }]]) } } }, at: `src="${image}"` },
  { rule: 'images/not-fetched', template: 'newsletter', email: { assets: [], lostAssets: [{ url: image, reason: 'the host answered with a status other than 200 (404)', isCertain: true, where: { line: 326, column: 23 } }] }, at: `src="${image}"` },
  { rule: 'images/not-fetched', template: 'newsletter', email: { assets: [], lostAssets: [{ url: image, reason: 'it did not arrive within 5 seconds', isCertain: false, where: { line: 326, column: 23 } }] }, at: `src="${image}"`, severity: 'warning' },
  { rule: 'images/not-fetched', template: 'newsletter', replace: [[image, 'images/kettle.png']], at: 'src="images/kettle.png"' },
  { rule: 'images/no-alt', template: 'newsletter', replace: [['alt="Kettle" ', '']], at: `<img\n         src="${image}"` },
  { rule: 'images/file-name-alt', template: 'newsletter', replace: [['alt="Kettle"', 'alt="IMG_0021.JPG"']], at: 'alt="IMG' },
  { rule: 'images/link-without-text', template: 'newsletter', replace: [atEnd('<a href="https://shop.example/"><img alt="" src="https://shop.example/2.png" width="20"></a>')], at: '<img alt="" src="https://shop.example/2.png"' },
  { rule: 'images/no-width', template: 'newsletter', replace: [atEnd('<img alt="Beans" src="https://shop.example/3.png" style="width:50px">')], at: '<img alt="Beans"' },
  { rule: 'images/no-width', template: 'newsletter', replace: [atEnd('<img alt="Beans" src="https://shop.example/3.png" width="50px">')], at: 'width="50px"', also: ['code/dimension-with-unit'] },
  {
    rule: 'images/ratio',
    template: 'newsletter',
    replace: [
      [`src="${image}" style="`, `src="${image}" style="height:60px;`],
      ['height:60px;border:0;border-radius:8px;display:block;outline:none;text-decoration:none;height:auto;width:100%', 'height:60px;width:177px'],
    ],
    email: { assets: [asset] },
    at: `<img\n         alt="Kettle"`,
  },
  { rule: 'images/heavy', template: 'newsletter', email: { assets: [{ ...asset, bytes: 240_000 }] }, at: `<img\n         alt="Kettle"` },
  { rule: 'images/heavy-together', template: 'newsletter', email: { assets: Array.from({ length: 8 }, (_, at) => ({ ...asset, url: `https://shop.example/${at + 1}.png`, bytes: 150_000 })) }, at: null },
  { rule: 'images/format', template: 'newsletter', replace: [[image, 'https://shop.example/kettle.webp']], at: 'src="https://shop.example/kettle.webp"' },
  { rule: 'images/http', template: 'newsletter', replace: [[image, 'http://shop.example/1.png']], at: 'src="http://shop' },
  // accessibility
  { rule: 'accessibility/language', template: 'react-email', replace: [[' lang="en"', '']], at: '<html' },
  { rule: 'accessibility/language', template: 'responsive-html-email-template', replace: [[' lang="en"', ' lang="und"']], at: '<html' },
  { rule: 'accessibility/direction', template: 'newsletter', replace: [['lang="en" dir="auto"', 'lang="en"'], ['lang="und" dir="auto"', 'lang="und"'], atEnd('<p>مرحبا بكم في متجرنا</p>')], at: 'مرحبا' },
  { rule: 'accessibility/title', template: 'react-email', replace: [['<title>Not in the message</title>', '']], at: '<head>' },
  { rule: 'accessibility/title', template: 'newsletter', replace: [['<title>The month in coffee</title>', '<title> </title>']], at: '<title>' },
  { rule: 'accessibility/layout-table', template: 'newsletter', replace: [atEnd('<table width="100%"><tr><td>Left</td><td>Right</td></tr></table>')], at: '<table width="100%"><tr>' },
  { rule: 'accessibility/link-name', template: 'newsletter', replace: [atEnd('<a href="https://shop.example/dot" style="padding:8px"></a>')], at: '<a href="https://shop.example/dot"' },
  { rule: 'accessibility/vague-link', template: 'newsletter', replace: [['See the kettle', 'Read more']], at: '<a\n                 href="https://example.com/shop/0"' },
  { rule: 'accessibility/heading-order', template: 'react-email', replace: [after('</h2>', '<h4>Far below</h4>')], at: '<h4>' },
  { rule: 'accessibility/list', template: 'newsletter', replace: [atEnd('<p>• One<br>• Two<br>• Three</p>')], at: '• One' },
  { rule: 'accessibility/small-text', template: 'newsletter', replace: [['font-size:12px;line-height:24px', 'font-size:10px;line-height:24px']], at: 'style="font-family:Helvetica, Arial, sans-serif;font-size:10px' },
  { rule: 'accessibility/small-text', template: 'responsive-html-email-template', replace: [['font-size:12px;text-align:center;">Company', 'font-size:7pt;text-align:center;">Company']], at: 'style="color:#999999;font-size:7pt' },
  { rule: 'accessibility/justified', template: 'newsletter', replace: [atEnd('<p style="text-align:justify">All of it.</p>')], at: 'style="text-align:justify"' },
  { rule: 'accessibility/vml-alt', template: 'newsletter', replace: [atEnd('<!--[if mso]><v:rect href="https://shop.example/"><v:fill src="https://shop.example/1.png" /></v:rect><![endif]-->')], at: '<v:rect href' },
  // dark
  { rule: 'dark/no-color-scheme', template: 'react-email', replace: [after('</title>', '<style>@media (prefers-color-scheme: dark) { .a { color: #fff } }</style>')], at: '<head>', also: ['dark/styles-ignored'] },
  { rule: 'dark/no-dark-styles', template: 'react-email', replace: [after('</title>', '<meta name="color-scheme" content="light dark">')], at: '<meta name="color-scheme"' },
  { rule: 'dark/styles-ignored', template: 'react-email', replace: [after('</title>', '<meta name="color-scheme" content="light dark"><style>@media (prefers-color-scheme: dark) { .a { color: #fff } }</style>')], at: '<style>@media (prefers' },
  // links
  { rule: 'links/empty', template: 'newsletter', replace: [['href="https://example.com/bye"', 'href="#"']], at: 'href="#"' },
  { rule: 'links/empty', template: 'react-email', replace: [['href="https://x.example/bye"', 'href=""']], at: 'href=""' },
  { rule: 'links/empty', template: 'newsletter', replace: [['href="https://example.com/bye"', 'href="javascript:void(0)"']], at: 'href="javascript' },
  { rule: 'links/malformed', template: 'newsletter', replace: [['href="https://example.com/bye"', 'href="https://"']], at: 'href="https://"' },
  { rule: 'links/malformed', template: 'newsletter', replace: [['href="https://example.com/bye"', 'href="www.example.com/bye"']], at: 'href="www.' },
  { rule: 'links/malformed', template: 'newsletter', replace: [['href="https://example.com/bye"', 'href="https://https://example.com/bye"']], at: 'href="https://https' },
  { rule: 'links/missing-anchor', template: 'newsletter', replace: [atEnd('<a href="#prices">Prices</a>')], at: 'href="#prices"' },
  { rule: 'links/http', template: 'newsletter', replace: [['href="https://example.com/bye"', 'href="http://example.com/bye"']], at: 'href="http://' },
  { rule: 'links/other-host', template: 'newsletter', replace: [atEnd('<a href="https://evil.example.net/login">www.bank.com</a>')], at: 'href="https://evil' },
  { rule: 'links/shortener', template: 'newsletter', replace: [atEnd('<a href="https://bit.ly/3xYz">Our offer</a>')], at: 'href="https://bit.ly' },
  { rule: 'links/utm', template: 'newsletter', replace: [['href="https://example.com/shop/1"', 'href="https://example.com/shop/1?utm_source=mail"'], ...[2, 3, 4, 5, 6, 7].map((at) => [`href="https://example.com/shop/${at}"`, `href="https://example.com/shop/${at}?utm_source=mail"`] as const), ['href="https://example.com/bye"', 'href="https://shop.example/unsubscribe"']], at: 'href="https://example.com/shop/0"' },
  { rule: 'links/mailto', template: 'newsletter', replace: [atEnd('<a href="mailto:hello@">Write</a>')], at: 'href="mailto:hello@"' },
  { rule: 'links/mailto', template: 'newsletter', replace: [atEnd('<a href="mailto:">Write</a>')], at: 'href="mailto:"' },
  { rule: 'links/tel', template: 'newsletter', replace: [atEnd('<a href="tel:call us">Call</a>')], at: 'href="tel:' },
  { rule: 'links/no-unsubscribe', template: 'newsletter', replace: [[unsubscribe, 'Thank you.']], at: null },
  { rule: 'links/too-many', template: 'newsletter', replace: [atEnd('<a href="https://example.com/shop">Shop</a> '.repeat(1_000))], at: null, also: ['size/clipped', 'size/long-line'] },
  { rule: 'links/broken', template: 'newsletter', email: answered('https://example.com/bye', { outcome: 'answered', status: 404, redirects: 1 }), at: 'href="https://example.com/bye"' },
  { rule: 'links/broken', template: 'newsletter', email: answered('https://example.com/bye', { outcome: 'answered', status: 403, redirects: 0 }), at: 'href="https://example.com/bye"', severity: 'note' },
  { rule: 'links/broken', template: 'newsletter', email: answered('https://example.com/bye', { outcome: 'failed', failure: 'no_public_address', redirects: 0 }), at: 'href="https://example.com/bye"', severity: 'error' },
  { rule: 'links/broken', template: 'newsletter', email: answered('https://example.com/bye', { outcome: 'failed', failure: 'too_slow', redirects: 0 }), at: 'href="https://example.com/bye"', severity: 'warning' },
  { rule: 'links/broken', template: 'newsletter', email: answered('https://example.com/bye', { outcome: 'failed', failure: 'lookup', redirects: 0 }), at: 'href="https://example.com/bye"', severity: 'warning' },
  { rule: 'links/broken', template: 'newsletter', email: answered('https://example.com/bye', { outcome: 'failed', failure: 'port', redirects: 0 }), at: 'href="https://example.com/bye"', severity: 'error' },
  { rule: 'links/broken', template: 'newsletter', email: answered('https://example.com/bye', { outcome: 'failed', failure: 'port', redirects: 2 }), at: 'href="https://example.com/bye"', severity: 'warning' },
  { rule: 'links/broken', template: 'newsletter', email: answered('https://example.com/bye', { outcome: 'failed', failure: 'too_many_requests', redirects: 0 }), at: 'href="https://example.com/bye"', severity: 'warning' },
  { rule: 'links/redirects', template: 'newsletter', email: answered('https://example.com/bye', { outcome: 'answered', status: 200, redirects: 4 }), at: 'href="https://example.com/bye"', severity: 'warning' },
  { rule: 'links/redirects', template: 'newsletter', email: answered('https://example.com/bye', { outcome: 'failed', failure: 'redirect_loop', redirects: 2 }), at: 'href="https://example.com/bye"', severity: 'error' },
  // subject
  { rule: 'subject/missing', template: 'newsletter', email: { subject: ' ' }, at: null },
  { rule: 'subject/long', template: 'newsletter', email: { subject: 'The month in coffee, with everything that we have roasted since spring' }, at: null, also: ['inbox/subject-cut'] },
  { rule: 'subject/capitals', template: 'newsletter', email: { subject: 'LAST CHANCE for coffee' }, at: null },
  { rule: 'subject/marks', template: 'newsletter', email: { subject: 'Coffee!!!' }, at: null },
  {
    rule: 'subject/no-preheader',
    template: 'responsive-html-email-template',
    replace: [
      ['<span class="preheader"', '<span'],
      ['style="color:transparent;display:none;height:0;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all;visibility:hidden;width:0;"', ''],
    ],
    at: 'This is preheader',
  },
  { rule: 'subject/short-preheader', template: 'responsive-html-email-template', replace: [['This is preheader text. Some clients will show this text as a preview.', 'In short.']], at: 'In short.' },
  { rule: 'subject/preheader-repeats', template: 'newsletter', email: { subject: 'Eight things for a better morning' }, at: 'Eight things' },
  { rule: 'subject/preheader-navigation', template: 'newsletter', replace: [['Eight things for a better morning.', 'View this email in your browser']], at: 'View this email' },
  // headers
  { rule: 'headers/from', template: 'newsletter', email: message(header.slice(1)), at: null },
  { rule: 'headers/date', template: 'newsletter', email: message(header.map((line) => line.replace(/^Date: .*/, 'Date: soon'))), at: 'Date: soon' },
  { rule: 'headers/message-id', template: 'newsletter', email: message(header.filter((line) => !line.startsWith('Message-ID'))), at: null },
  { rule: 'headers/repeated', template: 'newsletter', email: message([...header, 'Subject: Another']), at: 'Subject: Another' },
  { rule: 'headers/list-unsubscribe', template: 'newsletter', email: message(header), at: null },
  { rule: 'headers/one-click', template: 'newsletter', email: message([...header, 'List-Unsubscribe: <mailto:bye@example.com>']), at: 'List-Unsubscribe:', severity: 'warning' },
  { rule: 'headers/one-click', template: 'newsletter', email: message([...header, ...oneClick.slice(0, 1)]), at: 'List-Unsubscribe:', severity: 'warning' },
  { rule: 'headers/signed-unsubscribe', template: 'newsletter', email: message(['DKIM-Signature: v=1; d=example.com; h=from:to:subject; b=abc', ...header, ...oneClick]), at: 'DKIM-Signature' },
  { rule: 'headers/no-text-part', template: 'newsletter', email: message([...header, ...oneClick], ['text/html']), at: null },
  { rule: 'headers/part-order', template: 'newsletter', email: message([...header, ...oneClick], ['text/html', 'text/plain']), at: null },
  { rule: 'headers/date', template: 'newsletter', email: message(header.filter((line) => !line.startsWith('Date'))), at: null, severity: 'note' },
  // template
  { rule: 'template/mjml', template: 'newsletter', replace: [['<!doctype html>', '<mjml>']], at: '<mjml>' },
  { rule: 'template/merge-tag', template: 'newsletter', replace: [['You get this', 'Dear ${user.name}, you get this']], at: '${user.name}' },
  { rule: 'template/merge-tag', template: 'newsletter', replace: [['You get this', 'Dear {{ first_name }}, you get this']], at: '{{ first_name }}' },
  { rule: 'template/merge-tag', template: 'react-email', replace: [['First words', '*|FNAME|* words']], at: '*|FNAME|*' },
  { rule: 'template/merge-tag', template: 'newsletter', email: { plainText: 'Hello\n%%name%%,' }, at: '%%name%%' },
  { rule: 'template/merge-tag-in-address', template: 'newsletter', replace: [['href="https://example.com/bye"', 'href="{{unsubscribe_url}}"']], at: 'href="{{' },
  { rule: 'template/merge-tag-in-address', template: 'newsletter', replace: [[image, 'https://shop.example/<%= id %>.png']], at: 'src="https://shop.example/<%=' },
  // inbox
  { rule: 'inbox/subject-cut', template: 'newsletter', email: { subject: 'Our coffee of the month from Huila' + ' now' }, at: null },
  { rule: 'inbox/preheader-leaks', template: 'responsive-html-email-template', replace: [after('This is preheader text. Some clients will show this text as a preview.</span>', '<a href="https://example.com/web">View this email in your browser</a>')], at: 'View this email' },
  { rule: 'inbox/preheader-leaks', template: 'responsive-html-email-template', replace: [after('This is preheader text. Some clients will show this text as a preview.</span>', '<img src="https://shop.example/logo.png" alt="Logo of the shop" width="90">')], at: '<img src="https://shop.example/logo.png"' },
  { rule: 'inbox/preheader-leaks', template: 'responsive-html-email-template', replace: [after('This is preheader text. Some clients will show this text as a preview.</span>', '<div style="display:none">For phones alone: swipe</div>')], at: 'For phones alone' },
  // spam
  { rule: 'spam/score', template: 'newsletter', email: spam(6.1), at: null, severity: 'error' },
  { rule: 'spam/score', template: 'newsletter', email: spam(3), at: null, severity: 'warning' },
  {
    rule: 'spam/rule',
    template: 'newsletter',
    email: spam(0.2, [
      { name: 'HTML_IMAGE_RATIO_02', score: 0.1, description: 'BODY: HTML has a low ratio of text to image area' },
      { name: 'T_TRIED_OUT', score: 0.01, description: 'No description available.' },
      { name: 'NO_RELAYS', score: -0.1, description: 'Informational: message was not relayed via SMTP' },
    ]),
    at: null,
    severity: 'note',
  },
]
