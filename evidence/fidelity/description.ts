/**
 * How to make a feature visible in a picture: `makeEmails` makes an email with the feature and the same email without
 * it from it. URLs of assets are written `asset:NAME`.
 */
export type Description = DeclarationDescription | RuleDescription | MarkupDescription | ImageDescription

/** A declaration in a `style` attribute. */
export interface DeclarationDescription {
  shows: 'declaration'
  css: string
  /** The declaration in the email without the feature; none by default. */
  plainCss?: string
  /** The HTML to which it applies, with `{style}` where the attribute goes. */
  on: string
  /** Declarations of the same attribute that both emails have. */
  also?: string
  needs?: readonly string[]
}

/** A rule or at-rule of a style sheet in the head. */
export interface RuleDescription {
  shows: 'rule'
  css: string
  /** The rule in the email without the feature; none by default. */
  plainCss?: string
  /** Other rules that both emails have. */
  also?: string
  on: string
  /** Rules that clients are known to make of it. A picture that looks like one of these does not honour the feature. */
  misreadCss?: readonly string[]
  needs?: readonly string[]
}

/** An element or an attribute. */
export interface MarkupDescription {
  shows: 'markup'
  html: string
  plainHtml: string
  /**
   * The HTML as it is when a client drops more than the feature, or replaces it. A picture like that does not honour
   * it.
   */
  misreadHtml?: readonly string[]
  /** Where the HTML goes; into the body by default. */
  place?: 'head' | 'body-tag'
  /** HTML that both emails have in their body. */
  on?: string
  needs?: readonly string[]
}

/** A picture file. */
export interface ImageDescription {
  shows: 'image'
  /** The picture's URL: `asset:NAME` or a `data:` URL. */
  url: string
  /** A URL of the same kind that leads to no picture. */
  brokenUrl: string
  needs?: readonly string[]
}

/**
 * Descriptions by the slug of the caniemail feature. `needs` lists the slugs of features that a client must honour to
 * show this one.
 */
export type Descriptions = Readonly<Record<string, Description>>

/** Describes a declaration: `css` in the `style` attribute of the HTML `on`. */
export const declaration = (
  css: string,
  on: string,
  options: Omit<DeclarationDescription, 'shows' | 'css' | 'on'> = {},
): DeclarationDescription => ({ shows: 'declaration', css, on, ...options })

/** Describes a rule or at-rule: `css` in a style sheet that applies to the HTML `on`. */
export const rule = (
  css: string,
  on: string,
  options: Omit<RuleDescription, 'shows' | 'css' | 'on'> = {},
): RuleDescription => ({ shows: 'rule', css, on, ...options })

/** Describes an element or attribute: `html` with it, `plainHtml` without it. */
export const markup = (
  html: string,
  plainHtml: string,
  options: Omit<MarkupDescription, 'shows' | 'html' | 'plainHtml'> = {},
): MarkupDescription => ({ shows: 'markup', html, plainHtml, ...options })
