import { rule, type Descriptions } from '../description'
import { paragraph } from '../hosts'

const marked = '{background-color:#ffcc00}'
const keyframes = '@keyframes marked {\nfrom{margin-left:0}\nto{margin-left:90px}\n}'
const mark = '<p class="mark">Marker words</p>'
const points = (count: number): string =>
  `<ul>${['First', 'Second', 'Third']
    .slice(0, count)
    .map((name) => `<li>${name} point</li>`)
    .join('')}</ul>`
const media = (...conditions: string[]) =>
  rule(conditions.map((condition) => `@media ${condition} {\n.mark${marked}\n}`).join('\n'), mark)
const ofPoints = (selector: string, count = 3) => rule(`${selector}${marked}`, points(count))

const chained = '<p class="one">First</p><p class="one two">Second</p><p class="two">Third</p>'

export const ruleFeatures: Descriptions = {
  'css-animation': rule('.mark{animation:marked 1s forwards}', mark, {
    also: keyframes,
    needs: ['css-at-keyframes'],
  }),
  'css-at-font-face': rule(
    '@font-face{font-family:Marked;src:url("asset:mark.ttf") format("truetype")}',
    mark,
    { also: '.mark{font-family:Marked,serif}' },
  ),
  'css-at-import': rule('@import url("asset:mark.css");', mark),
  'css-at-keyframes': rule(keyframes, mark, {
    also: '.mark{animation:marked 1s forwards}',
    needs: ['css-animation'],
  }),
  'css-at-media': media('screen and (min-width:200px)'),
  'css-at-media-device-pixel-ratio': media('(-webkit-min-device-pixel-ratio:0.5)'),
  'css-at-media-hover': media('(hover:hover)', '(hover:none)'),
  'css-at-media-orientation': media('(orientation:portrait)', '(orientation:landscape)'),
  'css-at-media-prefers-color-scheme': media('(prefers-color-scheme:dark)', '(prefers-color-scheme:light)'),
  'css-at-media-prefers-reduced-motion': media(
    '(prefers-reduced-motion:reduce)',
    '(prefers-reduced-motion:no-preference)',
  ),
  'css-at-supports': rule(`@supports (display:block) {\n.mark${marked}\n}`, mark),
  'css-important': rule('.mark{background-color:#ffcc00 !important}', paragraph, {
    plainCss: `.mark${marked}`,
  }),
  'css-nesting': rule(
    `.outer {\n& .inner${marked}\n}`,
    '<div class="outer" style="background-color:#dde6ee"><p class="inner">Marker words</p></div>',
  ),
  'css-pseudo-class-checked': rule(
    'input:checked{margin-left:60px}',
    '<p><input type="checkbox" checked> Marker words</p>',
    { needs: ['html-input-checkbox'] },
  ),
  'css-pseudo-class-default': rule(
    'input:default{margin-left:60px}',
    '<p><input type="checkbox" checked> Marker words</p>',
    { needs: ['html-input-checkbox'] },
  ),
  'css-pseudo-class-first-child': ofPoints('li:first-child'),
  'css-pseudo-class-first-of-type': ofPoints('li:first-of-type'),
  'css-pseudo-class-has': ofPoints('ul:has(li)'),
  'css-pseudo-class-lang': rule(`li:lang(fr)${marked}`, '<ul><li lang="fr">Premier</li><li>Second</li></ul>'),
  'css-pseudo-class-last-child': ofPoints('li:last-child'),
  'css-pseudo-class-last-of-type': ofPoints('li:last-of-type'),
  'css-pseudo-class-link': rule(
    `a:link${marked}`,
    '<p><a href="http://mail.example/marker">Marker words</a></p>',
  ),
  'css-pseudo-class-not': rule(
    `li:not(.other)${marked}`,
    '<ul><li>First</li><li class="other">Second</li></ul>',
  ),
  'css-pseudo-class-nth-child': ofPoints('li:nth-child(2)'),
  'css-pseudo-class-nth-last-child': ofPoints('li:nth-last-child(2)'),
  'css-pseudo-class-nth-last-of-type': ofPoints('li:nth-last-of-type(2)'),
  'css-pseudo-class-nth-of-type': ofPoints('li:nth-of-type(2)'),
  'css-pseudo-class-only-child': ofPoints('li:only-child', 1),
  'css-pseudo-class-only-of-type': ofPoints('li:only-of-type', 1),
  'css-pseudo-element-after': rule('li::after{content:" after"}', points(3)),
  'css-pseudo-element-before': rule('li::before{content:"before "}', points(3)),
  'css-pseudo-element-first-letter': rule('li::first-letter{color:#cc3300}', points(3)),
  'css-pseudo-element-first-line': rule('li::first-line{color:#cc3300}', points(3)),
  'css-pseudo-element-marker': rule('li::marker{color:#cc3300}', points(3)),
  'css-pseudo-element-placeholder': rule(
    'input::placeholder{color:#cc3300}',
    '<input type="text" placeholder="Marker words">',
    { needs: ['html-input-text'] },
  ),
  'css-selector-adjacent-sibling': rule(
    `.one + .two${marked}`,
    '<p class="one">First</p><p class="two">Second</p>',
  ),
  'css-selector-attribute': rule(`p[title="mark"]${marked}`, '<p title="mark">First</p><p>Second</p>'),
  'css-selector-chaining': rule(`.one.two${marked}`, chained, {
    misreadCss: [`.one${marked}`, `.two${marked}`],
  }),
  'css-selector-child': rule(`.one > .two${marked}`, '<div class="one"><p class="two">Second</p></div>'),
  'css-selector-class': rule(`.mark${marked}`, mark),
  'css-selector-descendant': rule(`.one .two${marked}`, '<div class="one"><p class="two">Second</p></div>'),
  'css-selector-general-sibling': rule(
    `.one ~ .two${marked}`,
    '<p class="one">First</p><p>Second</p><p class="two">Third</p>',
  ),
  'css-selector-grouping': rule(`.one, .two${marked}`, '<p class="one">First</p><p class="two">Second</p>'),
  'css-selector-id': rule(`#mark${marked}`, '<p id="mark">Marker words</p>'),
  'css-selector-type': rule(`h4${marked}`, '<h4>Marker words</h4>'),
  'css-selector-universal': rule(
    '*{vertical-align:middle}',
    '<p><img src="asset:photo.png" width="80" height="80" alt="">Marker words</p>',
  ),
}
