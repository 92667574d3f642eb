import type { CheckStatus } from './statuses'

/** Why the contrast of a text cannot be told: something lies over it, or it is over a picture or several colours. */
export type CannotTellReason = 'covered' | 'background-varies'

/** The contrast of one text of an email, as an email client draws it. */
export interface TextContrast {
  /** White space is collapsed; 200 characters at most. */
  text: string
  /** 1-based position, in the HTML as sent, of the nearest element around the text that has one. */
  where: { line: number; column: number } | null
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

/** Texts of an audit that are kept. Only a hostile email has more that do not pass. */
export const maxKeptTexts = 100

/** What is kept of an audit. */
export interface MeasuredContrast {
  /** The texts that do not pass. */
  texts: TextContrast[]
  /** Number of all texts. */
  measured: number
  /** Number of lines that were not measured, and of texts that are left out. */
  unmeasured: number
}

/** Why a link has no answer. A closed list: metrics and the rules know each of them. */
export const linkFailures = [
  /** It redirects to what is no valid address. */
  'url',
  /** Browsers refuse its port, or that of the address to which it redirects. */
  'port',
  /** Its host has no address, or one that is not public; which of both is not told. */
  'no_public_address',
  /** Our name server knows no public names, so nothing can be said of its host. */
  'no_public_names',
  /** No name server told its host's addresses. */
  'lookup',
  'certificate',
  'connection',
  /** Its server did not answer in the time for one request. */
  'too_slow',
  /** It was not answered in the time for all links of the email. */
  'not_in_time',
  /** Other links of the email needed all requests that are sent for one email. */
  'too_many_requests',
  'redirect_loop',
  /** It redirects in a circle, and sets cookies, without which it may do so. */
  'cookie_loop',
  'too_many_redirects',
] as const
export type LinkFailure = (typeof linkFailures)[number]

/** What became of a link that was to be asked. `redirects` is how many were followed. */
export type LinkAnswer =
  | { outcome: 'answered'; status: number; redirects: number }
  | { outcome: 'failed'; failure: LinkFailure; redirects: number }
  /** It was not asked, so that nobody is unsubscribed by it, and no click is counted. `reason` is one clause. */
  | { outcome: 'left_alone'; reason: string }

/** What SpamAssassin says of an email by its local tests. */
export interface SpamReport {
  score: number
  /** The score from which it is spam. */
  threshold: number
  rules: { name: string; score: number; description: string }[]
}

/** How far something is measured, and what there is of it. */
export interface Measured<Result> {
  /** That of its check. */
  status: CheckStatus
  /** Why it is not `done`, in one sentence. Null if it is. */
  description: string | null
  /** Null if there is nothing yet. */
  result: Result | null
}

/** What checks need that the email itself does not say. A member is null where nobody measures it. */
export interface Evidence {
  /** By the email client's code. */
  contrast: Measured<ReadonlyMap<string, MeasuredContrast>> | null
  /** By the link's web address (`webAddress`), without its fragment. */
  links: Measured<ReadonlyMap<string, LinkAnswer>> | null
  spam: Measured<SpamReport> | null
}

/** Nothing is measured. */
export const noEvidence: Evidence = { contrast: null, links: null, spam: null }
