/** A part of an email in which a fault can be: its HTML, its plain text, or the header of a whole message. */
export const partNames = ['html', 'text', 'headers'] as const
export type PartName = (typeof partNames)[number]

/** A stretch of a part: the offsets of its first character and of the one after its last. */
export interface Span {
  part: PartName
  start: number
  end: number
}
