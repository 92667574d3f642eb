/** What a caniemail feature is about: a kind, and the names of that kind that it covers. */
export interface Subject {
  kind: SubjectKind
  names: readonly string[]
}

/** The kinds of subjects that `Support.judge` knows from caniemail. */
export type SubjectKind =
  | 'element'
  | 'attribute'
  | 'input-type'
  | 'property'
  | 'value'
  | 'keyword'
  | 'function'
  | 'unit'
  | 'pseudo-class'
  | 'pseudo-element'
  | 'selector'
  | 'at-rule'
  | 'media-feature'
  | 'image-format'
  | 'syntax'

const properties = (...names: string[]): Subject => ({ kind: 'property', names })
const elements = (...names: string[]): Subject => ({ kind: 'element', names })
const attributes = (...names: string[]): Subject => ({ kind: 'attribute', names })
const functions = (...names: string[]): Subject => ({ kind: 'function', names })
const syntax = (name: string): Subject => ({ kind: 'syntax', names: [name] })

const sides = ['top', 'right', 'bottom', 'left']

/** The subjects of features whose slug does not say it. Every other slug follows `prefixKinds`. */
const exceptions: Readonly<Record<string, Subject | null>> = {
  amp: null,
  bimi: null,
  'css-animation': properties(
    'animation',
    ...['delay', 'direction', 'duration', 'fill-mode', 'iteration-count', 'name', 'play-state'].map(
      (part) => `animation-${part}`,
    ),
    'animation-timing-function',
  ),
  'css-at-media-device-pixel-ratio': {
    kind: 'media-feature',
    names: ['-webkit-min-device-pixel-ratio', '-webkit-max-device-pixel-ratio', '-webkit-device-pixel-ratio'],
  },
  'css-at-media-hover': { kind: 'media-feature', names: ['hover', 'any-hover'] },
  'css-block-inline-size': properties('block-size', 'inline-size'),
  'css-border-inline-block': properties('border-inline', 'border-block'),
  'css-border-inline-block-individual': properties(
    'border-inline-start',
    'border-inline-end',
    'border-block-start',
    'border-block-end',
  ),
  'css-border-inline-block-longhand': properties(
    ...['inline', 'inline-start', 'inline-end', 'block', 'block-start', 'block-end'].flatMap((axis) =>
      ['width', 'style', 'color'].map((part) => `border-${axis}-${part}`),
    ),
  ),
  'css-border-radius-logical': properties(
    'border-start-start-radius',
    'border-start-end-radius',
    'border-end-start-radius',
    'border-end-end-radius',
  ),
  'css-column-layout-properties': properties(
    'column-fill',
    'column-rule',
    'column-rule-color',
    'column-rule-style',
    'column-rule-width',
    'column-span',
    'column-width',
    'columns',
  ),
  'css-comments': syntax('css-comment'),
  'css-conic-gradient': functions('conic-gradient', 'repeating-conic-gradient'),
  'css-display-flex': { kind: 'value', names: ['display flex', 'display inline-flex'] },
  'css-display-grid': { kind: 'value', names: ['display grid', 'display inline-grid'] },
  'css-display-none': { kind: 'value', names: ['display none'] },
  'css-gap': properties('gap', 'row-gap', 'grid-gap'),
  'css-grid-template': properties(
    'grid-template',
    'grid-template-areas',
    'grid-template-columns',
    'grid-template-rows',
  ),
  'css-important': syntax('important'),
  'css-inert-attribute': attributes('inert'),
  'css-intrinsic-size': { kind: 'keyword', names: ['min-content', 'max-content', 'fit-content'] },
  'css-left-right-top-bottom': properties(...sides),
  'css-linear-gradient': functions('linear-gradient', 'repeating-linear-gradient'),
  'css-margin': properties('margin', ...sides.map((side) => `margin-${side}`)),
  'css-margin-block-start-end': properties('margin-block-start', 'margin-block-end'),
  'css-margin-inline-block': properties('margin-inline', 'margin-block'),
  'css-margin-inline-start-end': properties('margin-inline-start', 'margin-inline-end'),
  'css-modern-color': functions('lch', 'oklch', 'lab', 'oklab', 'hwb', 'color', 'color-mix'),
  'css-nesting': syntax('nesting'),
  'css-overflow': properties('overflow', 'overflow-x', 'overflow-y'),
  'css-padding': properties('padding', ...sides.map((side) => `padding-${side}`)),
  'css-padding-block-start-end': properties('padding-block-start', 'padding-block-end'),
  'css-padding-inline-block': properties('padding-inline', 'padding-block'),
  'css-padding-inline-start-end': properties('padding-inline-start', 'padding-inline-end'),
  'css-radial-gradient': functions('radial-gradient', 'repeating-radial-gradient'),
  'css-rgb': functions('rgb'),
  'css-rgba': functions('rgba'),
  'css-scroll-snap': properties('scroll-snap-type', 'scroll-snap-align', 'scroll-snap-stop'),
  'css-sytem-ui': { kind: 'keyword', names: ['system-ui'] },
  'css-text-emphasis': properties('text-emphasis', 'text-emphasis-color', 'text-emphasis-style'),
  'css-transition': properties(
    'transition',
    'transition-delay',
    'transition-duration',
    'transition-property',
    'transition-timing-function',
  ),
  'css-unit-calc': functions('calc'),
  'css-unit-initial': { kind: 'keyword', names: ['initial'] },
  'css-unit-percent': { kind: 'unit', names: ['%'] },
  'css-variables': syntax('custom-property'),
  'html-align': attributes('align'),
  'html-anchor-links': null,
  'html-aria-describedby': attributes('aria-describedby'),
  'html-aria-hidden': attributes('aria-hidden'),
  'html-aria-label': attributes('aria-label'),
  'html-aria-labelledby': attributes('aria-labelledby'),
  'html-aria-live': attributes('aria-live'),
  'html-background': attributes('background'),
  'html-button-reset': { kind: 'input-type', names: ['button-reset'] },
  'html-button-submit': elements('button'),
  'html-cellpadding': attributes('cellpadding'),
  'html-cellspacing': attributes('cellspacing'),
  'html-comments': syntax('html-comment'),
  'html-dir': attributes('dir'),
  'html-doctype': syntax('doctype'),
  'html-h1-h6': elements('h1', 'h2', 'h3', 'h4', 'h5', 'h6'),
  'html-height': attributes('height'),
  'html-hidden': attributes('hidden'),
  'html-image-maps': elements('map', 'area'),
  'html-lang': attributes('lang'),
  'html-lists': elements('ul', 'ol', 'li', 'dl', 'dt', 'dd'),
  'html-loading-attribute': attributes('loading'),
  'html-mailto-links': null,
  'html-meta-color-scheme': syntax('meta-color-scheme'),
  'html-picture': elements('picture', 'source'),
  'html-popover': attributes('popover'),
  'html-required': attributes('required'),
  'html-role': attributes('role'),
  'html-semantics': elements(
    'article',
    'aside',
    'details',
    'figcaption',
    'figure',
    'footer',
    'header',
    'main',
    'mark',
    'nav',
    'section',
    'summary',
    'time',
  ),
  'html-srcset': attributes('srcset', 'sizes'),
  'html-strong': elements('strong', 'b', 'em', 'i'),
  'html-table': elements('table', 'tr', 'td', 'th', 'tbody', 'thead', 'tfoot', 'caption', 'col', 'colgroup'),
  'html-target': attributes('target'),
  'html-valign': attributes('valign'),
  'html-video': elements('video', 'track'),
  'html-width': attributes('width'),
}

const prefixKinds: readonly (readonly [string, SubjectKind])[] = [
  ['css-pseudo-class-', 'pseudo-class'],
  ['css-pseudo-element-', 'pseudo-element'],
  ['css-at-media-', 'media-feature'],
  ['css-at-', 'at-rule'],
  ['css-unit-', 'unit'],
  ['css-selector-', 'selector'],
  ['css-function-', 'function'],
  ['css-', 'property'],
  ['html-input-', 'input-type'],
  ['html-', 'element'],
  ['image-', 'image-format'],
]

/**
 * Returns the subject of a caniemail feature; null if the feature does not change an email's picture. Throws for a slug
 * that is neither in `exceptions` nor begins as in `prefixKinds`.
 */
export function findSubject(slug: string): Subject | null {
  if (slug in exceptions) return exceptions[slug] ?? null
  const rule = prefixKinds.find(([prefix]) => slug.startsWith(prefix))
  if (!rule) throw new Error(`No subject for the caniemail feature ${slug}: add it to feature-subjects.ts`)
  return { kind: rule[1], names: [slug.slice(rule[0].length)] }
}
