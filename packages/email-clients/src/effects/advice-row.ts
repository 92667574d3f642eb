import type { Family } from '../email-client'
import type { Citation } from '../sources/sources'
import type { IsFollowed } from './in-place/advised-place'

export interface Advice {
  text: string
  source: Citation
}

export interface AdviceRow extends Advice {
  rule: string | RegExp
  what: RegExp
  families?: readonly Family[]
  /** Not said where it is done already. */
  isFollowed?: IsFollowed
  /** The change is seen there, but the email looks as it is meant to. */
  isSettled?: IsFollowed
}
