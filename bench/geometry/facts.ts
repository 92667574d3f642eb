import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Geometry, TextLine } from './geometry'

export const factsFolder = path.join(__dirname, 'facts')

const box = z.tuple([z.number(), z.number(), z.number(), z.number()])

/** Numbers in a row are left, top, right, bottom. */
const geometrySchema = z.object({
  width: z.number(),
  height: z.number(),
  lines: z.array(
    z.object({ box, baseline: z.number(), wordStarts: z.array(z.number()), marker: z.number().optional() }),
  ),
  pictures: z.array(box),
  /** y, left, right. */
  horizontalEdges: z.array(z.tuple([z.number(), z.number(), z.number()])),
  /** x, top, bottom. */
  verticalEdges: z.array(z.tuple([z.number(), z.number(), z.number()])),
})

const factsSchema = z.object({
  /** Folder below `emails` with what was sent. */
  email: z.string(),
  /** The code of ours that stands for the real client. */
  emailClient: z.string(),
  /** What took the picture, where the code's name does not say it. */
  takenIn: z.string().optional(),
  source: z.object({
    repository: z.string(),
    commit: z.string(),
    path: z.string(),
    /** Of the commit that brought the picture. */
    date: z.iso.date(),
  }),
  /** Of the file, in device pixels. */
  picture: z.object({ width: z.number(), height: z.number(), deviceScaleFactor: z.number() }),
  /** The message in it: left, top, right, bottom in CSS pixels. */
  pane: box,
  /** The picture shows a part of the email only. */
  isPart: z.boolean().optional(),
  /** The client has changed its pane's width since: what is as wide as it tells nothing. */
  isFluid: z.boolean().optional(),
  /**
   * The text is in a font that is not to be had, or its letters have other widths than in the font, as on Windows
   * without fractions of pixels: where its lines end tells nothing.
   */
  hasOtherFont: z.boolean().optional(),
  /**
   * The client has changed its own line height since, and the email says none: how far lines stand apart tells nothing.
   */
  hasOtherLineHeight: z.boolean().optional(),
  note: z.string().optional(),
  geometry: geometrySchema,
})

const leftOutSchema = z.array(
  z.object({
    repository: z.string(),
    commit: z.string(),
    pictures: z.array(z.string()),
    reason: z.string(),
  }),
)

type WrittenFacts = z.infer<typeof factsSchema>

/** What was measured in one real picture. */
export type Facts = Omit<WrittenFacts, 'geometry'> & {
  /** File name without its extension. */
  name: string
  geometry: Geometry
}

/** Real pictures that were looked at and not measured, and why. */
export type LeftOut = z.infer<typeof leftOutSchema>[number]

/** By email, then by name. Throws on a file that is not of this shape. */
export function readFacts(folder = factsFolder): Facts[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: email }) =>
      readdirSync(path.join(folder, email))
        .filter((file) => file.endsWith('.json'))
        .map((file) => readFact(path.join(folder, email, file))),
    )
}

function readFact(file: string): Facts {
  const facts = factsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  return { ...facts, name: path.basename(file, '.json'), geometry: fromWritten(facts.geometry) }
}

export function readLeftOut(folder = factsFolder): LeftOut[] {
  const file = path.join(folder, 'left-out.json')
  return existsSync(file) ? leftOutSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

/** The text of a facts file. */
export function writeFacts({ name: _, geometry, ...facts }: Facts): string {
  const written: WrittenFacts = { ...facts, geometry: toWritten(geometry) }
  // Arrays of numbers in one line each: a line of text is a line of the file.
  const text = JSON.stringify(factsSchema.parse(written), null, 2)
  return `${text.replace(/\[[\d\s.,-]*\]/g, (numbers) => numbers.replace(/\s+/g, ' ').replace(/^\[ | \]$/g, (end) => end.trim()))}\n`
}

function fromWritten({
  lines,
  pictures,
  horizontalEdges,
  verticalEdges,
  ...size
}: WrittenFacts['geometry']): Geometry {
  return {
    ...size,
    lines: lines.map(({ box: [left, top, right, bottom], baseline, wordStarts, marker }): TextLine => ({
      left,
      top,
      right,
      bottom,
      baseline,
      wordStarts,
      ...(marker === undefined ? {} : { marker }),
    })),
    pictures: pictures.map(([left, top, right, bottom]) => ({ left, top, right, bottom })),
    horizontalEdges: horizontalEdges.map(([y, left, right]) => ({ y, left, right })),
    verticalEdges: verticalEdges.map(([x, top, bottom]) => ({ x, top, bottom })),
  }
}

function toWritten({
  lines,
  pictures,
  horizontalEdges,
  verticalEdges,
  ...size
}: Geometry): WrittenFacts['geometry'] {
  const round = (value: number): number => Math.round(value * 10) / 10
  return {
    ...size,
    lines: lines.map(({ left, top, right, bottom, baseline, wordStarts, marker }) => ({
      box: [left, top, right, bottom],
      baseline,
      ...(marker === undefined ? {} : { marker }),
      wordStarts,
    })),
    pictures: pictures.map(({ left, top, right, bottom }) => [left, top, right, bottom]),
    horizontalEdges: horizontalEdges.map(({ y, left, right }) => [round(y), left, right]),
    verticalEdges: verticalEdges.map(({ x, top, bottom }) => [round(x), top, bottom]),
  }
}
