import fc from 'fast-check'
import { richEmail } from './rich-email'

const words = (text: string): string[] => text.split(' ')

const tagNames = words(
  'p div b a img table tr td th style script svg math title iframe object template noscript select option form input main picture u pre textarea body html head base meta link frameset plaintext xmp foreignObject mtext annotation-xml mglyph o:p v:rect v:roundrect v:fill v:textbox v:shape w:anchorlock xml center font',
)
const attributes = [
  'class="a b"',
  'id=x',
  'onclick=alert(1)',
  'ONLOAD="x"',
  'href="javascript:alert(1)"',
  'href=" java\tscript:x"',
  'xlink:href="javascript:x"',
  'src="data:text/html,x"',
  'src="https://x.y/a.png"',
  'style="color:red;width:3*px"',
  'style="background:url(javascript:x)"',
  'style=\'background:image-set("https://x.y/b.png" 1x);--x:url(https://x.y/c.png)\'',
  'title="</style><img src=https://x.y/d.png onerror=x>"',
  'style="}{(("',
  'style="mso-padding-alt:1px 2px;mso-hide:all;mso-line-height-rule:exactly;line-height:0"',
  'style="background:#fff;color:#000001;border:99px solid rgb(1 2 3 / 50%)"',
  'style="width:1e99px;height:-5%;margin:-1px auto;padding:calc(1px"',
  'bgcolor="#FFF"',
  'bgcolor="chucknorris"',
  'width="99999999999999999999"',
  'width=50%',
  'height=-1',
  'arcsize="10%"',
  'arcsize="4096f"',
  'path="m 0,0 l x e"',
  'coordsize="0,0"',
  'fillcolor="none"',
  'type=gradient color2=red',
  'http-equiv="refresh" content="0;url=javascript:x"',
  'srcdoc="<script>"',
  '"onclick="x"',
  '<b onclick=x',
  'data-ogsc="x"',
  'align=left',
]
const css = [
  '.a{color:red}',
  '.a.b,#x>p:first-child::before{content:"x"}',
  '@media (max-width:1px){',
  '@media (prefers-color-scheme:dark){.a{color:#fff!important}}',
  '@media screen and (min-width:1px),print{',
  '}',
  '}}',
  '\\9',
  '/*',
  '*/',
  '"',
  'url(',
  '</style>',
  '<!--',
  '(',
  '[class~=a]{',
  '[data-ogsc] .a{color:red}',
  '@import "javascript:x";',
  'a{content:"<img src=https://x.y/e.png onerror=x>"}',
  '.a{background:\\75rl(https://x.y/f.png)}',
  '@font-face{font-family:x;src:url(',
  ';',
  'td{padding:1px 2px;width:calc(1px + ',
  'a{color:hsl(1deg 2% 3%)!ie}',
]
const texts = [
  'x',
  '&lt;script&gt;',
  'www.example.com',
  '+1 (555) 123-4567',
  'Tomorrow at 5pm',
  '<!--',
  '-->',
  '<!--[if mso]>',
  '<!--[if (gte mso 9)|(IE',
  '<!--[if !mso]><!-->',
  '<![endif]-->',
  '<!--<![endif]-->',
  '<![if !mso]>',
  '<![endif]>',
  '<![CDATA[',
  ']]>',
  '\0',
  '\u202e',
  '😀',
  'y'.repeat(70),
  '<',
  '</',
]

const tag = fc
  .tuple(
    fc.constantFrom(...tagNames),
    fc.array(fc.constantFrom(...attributes), { maxLength: 3 }),
    fc.constantFrom('<', '</'),
  )
  .map(([name, list, open]) => `${open}${name} ${list.join(' ')}>`)

const soup = fc
  .array(fc.oneof(tag, tag, fc.constantFrom(...texts), fc.constantFrom(...css)), { maxLength: 60 })
  .map((parts) => parts.join(''))

/** A real email of which a few parts are doubled, or overwritten with text that breaks parsers. */
const mutated = fc
  .array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 0, max: 200 }),
      put: fc.oneof(fc.constant('again'), fc.constantFrom(...texts), fc.constantFrom(...css), tag),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((edits) =>
    edits.reduce((html, { at, length, put }) => {
      const start = Math.floor(at * html.length)
      const stretch = html.slice(start, start + length)
      return html.slice(0, start) + (put === 'again' ? stretch + stretch : put) + html.slice(start + length)
    }, richEmail),
  )

/** Hostile and broken HTML: tag soup, mutated emails, and noise. */
export const arbitraryHtml = fc.oneof(
  soup,
  soup,
  mutated,
  mutated,
  fc.string({ unit: 'binary', maxLength: 300 }),
)
