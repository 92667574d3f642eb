/**
 * How a feature shows in a picture. From it an email is made with the feature and the same email without. URLs of
 * assets are written `asset:NAME`.
 */
export type Description = DeclarationDescription | RuleDescription | MarkupDescription | ImageDescription

/** A declaration in a `style` attribute. */
export interface DeclarationDescription {
  shows: 'declaration'
  css: string
  /** What stands there without the feature; nothing unless said. */
  plainCss?: string
  /** HTML with `{style}` where the attribute goes. */
  on: string
  /** Declarations of the same attribute that both emails have. */
  also?: string
  needs?: readonly string[]
}

/** Something of a style sheet in the head. */
export interface RuleDescription {
  shows: 'rule'
  css: string
  /** What stands there without the feature; nothing unless said. */
  plainCss?: string
  /** Rules that both emails have, before it. */
  also?: string
  on: string
  /** What clients are known to make of it instead; looking like that is not honouring it. */
  misreadCss?: readonly string[]
  needs?: readonly string[]
}

/** An element or an attribute. */
export interface MarkupDescription {
  shows: 'markup'
  html: string
  plainHtml: string
  /** What the email looks like when a client drops more than the feature, or puts something else in its place. */
  misreadHtml?: readonly string[]
  /** Where it stands when not in the body. */
  place?: 'head' | 'body-tag'
  /** What both emails have in their body. */
  on?: string
  needs?: readonly string[]
}

/** A picture file. */
export interface ImageDescription {
  shows: 'image'
  /** Name of the asset, or a whole `data:` URL. */
  url: string
  /** The same kind of address without a picture behind it. */
  brokenUrl: string
  needs?: readonly string[]
}

/** Descriptions by the slug of the caniemail feature. `needs`: slugs without which nothing of it can be seen. */
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
