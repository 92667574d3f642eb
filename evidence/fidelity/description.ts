/**
 * How to make a feature visible: `makeEmails` makes an email with it, and the same without it. URLs of assets are
 * `asset:NAME`.
 */
export type Description = DeclarationDescription | RuleDescription | MarkupDescription | ImageDescription

/** In a `style` attribute. */
export interface DeclarationDescription {
  shows: 'declaration'
  css: string
  /** In the email without the feature; none by default. */
  plainCss?: string
  /** HTML with `{style}` where the attribute goes. */
  on: string
  /** Other declarations, in both emails. */
  also?: string
  needs?: readonly string[]
}

/** In a style sheet of the head. */
export interface RuleDescription {
  shows: 'rule'
  css: string
  /** In the email without the feature; none by default. */
  plainCss?: string
  /** Other rules, in both emails. */
  also?: string
  on: string
  /** What clients are known to make of it: a picture like one of these does not honour the feature. */
  misreadCss?: readonly string[]
  needs?: readonly string[]
}

export interface MarkupDescription {
  shows: 'markup'
  html: string
  plainHtml: string
  /** The HTML when a client drops more than the feature, or replaces it: a picture like that does not honour it. */
  misreadHtml?: readonly string[]
  /** The body by default. */
  place?: 'head' | 'body-tag'
  /** In the body of both emails. */
  on?: string
  needs?: readonly string[]
}

export interface ImageDescription {
  shows: 'image'
  /** `asset:NAME` or a `data:` URL. */
  url: string
  /** Of the same kind, but leads to no picture. */
  brokenUrl: string
  needs?: readonly string[]
}

/** By caniemail's slug. `needs`: slugs of features that a client must honour to show this one. */
export type Descriptions = Readonly<Record<string, Description>>

export const declaration = (
  css: string,
  on: string,
  options: Omit<DeclarationDescription, 'shows' | 'css' | 'on'> = {},
): DeclarationDescription => ({ shows: 'declaration', css, on, ...options })

export const rule = (
  css: string,
  on: string,
  options: Omit<RuleDescription, 'shows' | 'css' | 'on'> = {},
): RuleDescription => ({ shows: 'rule', css, on, ...options })

export const markup = (
  html: string,
  plainHtml: string,
  options: Omit<MarkupDescription, 'shows' | 'html' | 'plainHtml'> = {},
): MarkupDescription => ({ shows: 'markup', html, plainHtml, ...options })
