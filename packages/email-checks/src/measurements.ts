import type { MeasuredEffects } from '@pas/email-clients/effects/measured-here'

/**
 * `failed`: ran out of time. `unavailable`: this installation lacks what the check needs. `not_applicable`: it has
 * nothing to say about such an email.
 */
export const checkStatuses = ['done', 'running', 'failed', 'unavailable', 'not_applicable'] as const
export type CheckStatus = (typeof checkStatuses)[number]

/** `covered`: something lies over the text. `background-varies`: it is over a picture or several colours. */
export type CannotTellReason = 'covered' | 'background-varies'

export interface TextContrast {
  /** White space collapsed; 200 characters at most. */
  text: string
  /** 1-based, in the HTML as sent: the nearest element around the text that has a position. */
  where: { line: number; column: number } | null
  /** WCAG 2.2's contrast ratio, 1 to 21, rounded down to hundredths. The lowest, if the background varies. */
  ratio: number | null
  /** WCAG 2.2 §1.4.3: 4.5, or 3 for large text. */
  needed: number
  /** `#rrggbb` as drawn. Null, like `ratio` and `background`, for `cannot-tell`. */
  textColour: string | null
  /** `#rrggbb` as drawn; the one of the lowest ratio. */
  background: string | null
  verdict: 'passes' | 'fails' | 'cannot-tell'
  reason: CannotTellReason | null
}

/** In document order, without texts that are not visible. */
export interface MeasuredTexts {
  texts: TextContrast[]
  /** Lines of text that were not measured because the document is too large. */
  unmeasured: number
}

/** Texts that are kept. Only a hostile email has more that do not pass. */
export const maxKeptTexts = 100

export interface MeasuredContrast {
  texts: TextContrast[]
  /** Number of texts, including those that pass. */
  measured: number
  /** Lines not measured, and texts left out. */
  unmeasured: number
}

/** A closed list: metrics and rules know each of them. */
export const linkFailures = [
  'url',
  /** Browsers refuse the port of the address or of a redirect. */
  'port',
  /** The host has no public address. Whether it has a private one is not told. */
  'no_public_address',
  /** Our name server resolves no public names. */
  'no_public_names',
  'lookup',
  'certificate',
  'connection',
  'too_slow',
  /** The time for all links of the email was over. */
  'not_in_time',
  /** Other links used all requests of the email. */
  'too_many_requests',
  'redirect_loop',
  /** A circle that sets cookies, and may end for a browser that keeps them. */
  'cookie_loop',
  'too_many_redirects',
] as const
export type LinkFailure = (typeof linkFailures)[number]

export type LinkAnswer =
  | { outcome: 'answered'; status: number; redirects: number }
  | { outcome: 'failed'; failure: LinkFailure; redirects: number }
  /** Not requested, because that could unsubscribe a reader or count a click. `reason` is one clause. */
  | { outcome: 'left_alone'; reason: string }

export interface MeasuredSpam {
  score: number
  /** The score from which an email is spam. */
  threshold: number
  rules: { name: string; score: number; description: string }[]
}

export interface Measured<Result> {
  status: CheckStatus
  /** One sentence. Null if `done`. */
  description: string | null
  result: Result | null
}

/** What checks need beside the email. A member is null where it is not measured. */
export interface Measurements {
  contrast: Measured<ReadonlyMap<string, MeasuredContrast>> | null
  /** By web address (`webAddress`), without fragment. */
  links: Measured<ReadonlyMap<string, LinkAnswer>> | null
  spam: Measured<MeasuredSpam> | null
  /** By the code of `drawnLike`. */
  effects: Measured<ReadonlyMap<string, MeasuredEffects>> | null
}

export const noMeasurements: Measurements = { contrast: null, links: null, spam: null, effects: null }
