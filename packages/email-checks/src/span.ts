export const partNames = ['html', 'text', 'headers'] as const
export type PartName = (typeof partNames)[number]

/** `end` is exclusive. */
export interface Span {
  part: PartName
  start: number
  end: number
}
