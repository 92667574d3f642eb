import type { Change } from '@pas/email-clients/engine/emulated-document'

/**
 * Why the contrast of a text cannot be told: something lies over it, or another text in the same place; or it is over a
 * picture or over several colours.
 */
export type CannotTellReason = 'covered' | 'background-varies'

/** The contrast of one text of an email, as an email client draws it. */
export interface TextContrast {
  /** White space is collapsed; 200 characters at most. */
  text: string
  /** 1-based position, in the HTML as sent, of the nearest element around the text that has one. */
  where: Change['where']
  /** WCAG 2.2's contrast ratio, from 1 to 21, rounded down to hundredths: the lowest, if the background varies. */
  ratio: number | null
  /** The ratio that WCAG 2.2 §1.4.3 asks for: 4.5, or 3 for large text. */
  needed: number
  /** `#rrggbb` as drawn; null, like `ratio` and `background`, for a verdict of `cannot-tell`. */
  textColour: string | null
  /** `#rrggbb` as drawn. If it varies: the one with the lowest ratio. */
  background: string | null
  verdict: 'passes' | 'fails' | 'cannot-tell'
  /** Null unless the verdict is `cannot-tell`. */
  reason: CannotTellReason | null
}

/** The contrast of the texts of a drawn document, in document order. Texts that nobody can see are left out. */
export interface ContrastAudit {
  texts: TextContrast[]
  /** Number of lines of text that were not measured, because the document is larger than what an audit measures. */
  unmeasured: number
}
