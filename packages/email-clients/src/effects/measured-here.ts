import type { Change } from '../engine/emulated-document'

export type PlacedChange = Pick<Change, 'rule' | 'what' | 'where'>

/** CSS pixels of the email client's picture. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** In one email and email client. `isSeen`: the picture differs when this change alone is left out. */
export interface MeasuredHere extends PlacedChange {
  isSeen: boolean
  /** Where the picture differs; empty unless seen. */
  boxes: Box[]
  /** Seen in corners, or as a shift of a hair, alone. */
  isSlight?: boolean | undefined
}

export interface MeasuredEffects {
  changes: MeasuredHere[]
  /** Changes without a verdict: more pictures would have been needed. */
  unknown: number
}

export const placeKey = ({ rule, what, where }: PlacedChange): string =>
  JSON.stringify([rule, what, where?.line, where?.column])

/**
 * Not what needs a file from the web, which is not fetched; nor what becomes of `<body>`, which a client's page replaces
 * by an element.
 */
export const canBeLeftOut = ({ rule, what }: Pick<Change, 'rule' | 'what'>): boolean =>
  !/^(?:<link>|@import|@font-face)$/.test(what) && !rule.startsWith('body-')
