import { z } from 'zod'

const colour = z.string().regex(/^#[0-9a-f]{6}$/)
/** Null: it could not be read. */
const shownColours = z.record(colour, colour.nullable())
/** `cut`: at least as wide as the picture shows. */
const shownWidth = z.union([z.number(), z.literal('cut'), z.null()])

/** Lengths are CSS pixels, the strips being 320 wide. */
const cardReadingSchema = z.object({
  /** Pixels of the picture per CSS pixel. */
  scale: z.number(),
  /** The colour that is shown, by that which the card names. */
  colours: z.object({ background: shownColours, text: shownColours, border: shownColours }),
  widths: z.record(z.string(), shownWidth),
  /** By font size: the size of Arial in which the line would be as wide. */
  texts: z.record(z.string(), z.number().nullable()),
  /** From the first to the last line; 280 in the card. */
  ruler: z.number().nullable(),
  /** Where the second of two inline-block columns stands that fill a cell without a font size. */
  columns: z.enum(['beside', 'below']).nullable(),
  /** Of 19 px type without a line height. */
  lineHeight: z.number().nullable(),
  /** How much is shown of a block of 700 px that overflows the left. */
  rightToLeft: shownWidth,
  /** By the name of what has a colour for the dark; `page` is the body's background. */
  styled: z.object({ white: colour.nullable(), pale: colour.nullable(), page: colour.nullable() }),
  /** Which are shown. `embedded` are those of the strips. */
  pictures: z.record(z.string(), z.boolean().nullable()),
})

export type CardReading = z.infer<typeof cardReadingSchema>

/** With where and when it was photographed. */
export const cardTableSchema = z.strictObject({
  /** Our email client, or the one whose pictures are nearest. */
  emailClient: z.string(),
  device: z.string().min(1),
  app: z.string().min(1),
  version: z.string().min(1),
  date: z.iso.date(),
  ...cardReadingSchema.shape,
})

export type CardTable = z.infer<typeof cardTableSchema>

/** Of each part, what the first picture shows of it. */
export function mergeReadings(readings: readonly CardReading[]): CardReading {
  const merge = (one: unknown, other: unknown): unknown => {
    if (one === null || one === undefined) return other
    if (typeof one !== 'object' || typeof other !== 'object' || other === null) return one
    const [first, second] = [one as Record<string, unknown>, other as Record<string, unknown>]
    return Object.fromEntries(
      [...new Set([...Object.keys(first), ...Object.keys(second)])].map((key) => [
        key,
        merge(first[key], second[key]),
      ]),
    )
  }
  return cardReadingSchema.parse(readings.reduce<unknown>(merge, null))
}

/** JSON, one line for each kind of value. */
export const writeCardTable = (table: CardTable): string =>
  `${JSON.stringify(table, null, 2).replace(/\{\s+("[^{}]*)\}/g, (_, members: string) => `{ ${members.trim().replace(/\s+/g, ' ')} }`)}\n`
