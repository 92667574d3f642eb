import { createSupport, refuses, type JudgeUnlisted, type Support } from '../../engine/support'

/**
 * The machine's Internet Explorer draws (HCL help, BrowserRenderDisable; Litmus help 234). Engineering default: version
 * 8, which is the first with all of CSS 2.1, in every Notes.
 */
export const ieVersion = 8

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const sides = ['top', 'right', 'bottom', 'left']

/** CSS 2.1 without speech: Internet Explorer 8 has it all (MSDN, CSS compatibility in Internet Explorer). */
const css21Properties = new Set([
  ...words(
    'background background-attachment background-color background-image background-position background-repeat border ' +
      'border-collapse border-color border-spacing border-style border-width bottom caption-side clear clip color content ' +
      'counter-increment counter-reset cursor direction display empty-cells float font font-family font-size font-style ' +
      'font-variant font-weight height left letter-spacing line-height list-style list-style-image list-style-position ' +
      'list-style-type margin max-height max-width min-height min-width outline outline-color outline-style outline-width ' +
      'overflow padding page-break-after page-break-before page-break-inside position quotes right table-layout text-align ' +
      'text-decoration text-indent text-transform top unicode-bidi vertical-align visibility white-space width word-spacing z-index',
  ),
  ...sides.flatMap((side) => [
    `margin-${side}`,
    `padding-${side}`,
    `border-${side}`,
    ...['color', 'style', 'width'].map((part) => `border-${side}-${part}`),
  ]),
])

/** Internet Explorer's own, and `box-sizing` (MSDN, CSS reference). */
const ownProperties = words(
  'background-position-x background-position-y box-sizing ime-mode layout-flow layout-grid line-break overflow-x overflow-y ' +
    'text-align-last text-autospace text-justify text-overflow text-underline-position word-break word-wrap writing-mode zoom',
)

/**
 * HTML 4.01 and browsers of its time. Later elements are unknown: they lose styles and nesting (MSDN, HTML elements).
 */
const elements = words(
  'a abbr acronym address area b base basefont bdo bgsound big blockquote body br button caption center cite code col colgroup dd ' +
    'del dfn dir div dl dt em fieldset font form h1 h2 h3 h4 h5 h6 head hr html i img input ins isindex kbd label legend li ' +
    'listing map marquee menu meta nobr ol optgroup option p plaintext pre q ruby rt rp s samp select small span strike ' +
    'strong sub sup table tbody td textarea tfoot th thead title tr tt u ul var wbr xmp',
)

const unknownAttributes = words('hidden inert loading popover reversed sizes srcset')

const inputTypes = words('button checkbox file hidden image password radio reset submit text')
const functions = words('alpha attr counter counters expression rect rgb url')
const units = words('% px pt pc in cm mm em ex deg s ms')
const unknownKeywords = words(
  'initial unset revert revert-layer currentcolor min-content max-content fit-content flex inline-flex grid inline-grid contents ' +
    'flow-root sticky rebeccapurple',
)
const imageFormats = words('jpg jpeg png gif bmp ico base64')

const isHonoured: Readonly<Record<string, (name: string) => boolean>> = {
  property: (name) => css21Properties.has(name) || ownProperties.has(name) || /^(?:-ms|mso)-/.test(name),
  element: (name) => elements.has(name),
  attribute: (name) => !unknownAttributes.has(name),
  'input-type': (name) => inputTypes.has(name),
  function: (name) => functions.has(name) || name.startsWith('progid'),
  unit: (name) => units.has(name),
  keyword: (name) => !unknownKeywords.has(name),
  value: (name) => name !== 'text-align start' && name !== 'text-align end',
  syntax: (name) => name !== 'custom-property' && name !== 'nesting' && name !== 'meta-color-scheme',
  'image-format': (name) =>
    imageFormats.has(name) || !/^(?:svg|webp|avif|heic|heif|jxl|apng|mp4|hdr)$/.test(name),
}

const judge: JudgeUnlisted = (kind, name) => ({
  honoured: isHonoured[kind]?.(name) ?? true,
  source: `Internet Explorer ${ieVersion}: MSDN, CSS compatibility and HTML elements`,
})

/** Notes 8.5 and 9 remove linked style sheets (pictures of lesson 03) and style blocks (lesson 09). */
const corrections = refuses(
  'EDMdesigner/modern-html-email-tutorial, lessons 03 and 09, 2016-12 to 2017-06',
  'element:style',
  'element:link',
)

export const ieSupport: Support = createSupport({ corrections, unlisted: judge })
