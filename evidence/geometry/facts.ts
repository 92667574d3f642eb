import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Geometry, TextLine } from './geometry'

/** The folder of the facts files: `<email>/<name>.json`. */
export const factsFolder = path.join(__dirname, 'facts')

const box = z.tuple([z.number(), z.number(), z.number(), z.number()])

/** A geometry as a facts file has it. Boxes are arrays of left, top, right and bottom. */
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
  /** The email that the picture shows: `emails/<email>.html`. */
  email: z.string(),
  /** The code of our email client with which the picture is compared. */
  emailClient: z.string(),
  /** The client and system of the real picture, where the code does not say it. */
  takenIn: z.string().optional(),
  source: z.object({
    repository: z.string(),
    commit: z.string(),
    path: z.string(),
    /** The date of the commit that added the picture. */
    date: z.iso.date(),
  }),
  /** The picture file's size, in device pixels. */
  picture: z.object({ width: z.number(), height: z.number(), deviceScaleFactor: z.number() }),
  /** The part of the picture that is the message: left, top, right, bottom in CSS pixels. */
  pane: box,
  /** The picture shows only a part of the email. */
  isPart: z.boolean().optional(),
  /** The client has changed its pane's width since: what is as wide as the pane is not judged. */
  isFluid: z.boolean().optional(),
  /**
   * The text's font is not available, or its letters had other widths than in the font, as on Windows, which rounds
   * them to whole pixels: where lines end is not judged.
   */
  hasOtherFont: z.boolean().optional(),
  /**
   * The client has changed its own line height since, and the email sets none: distances between lines are not judged.
   */
  hasOtherLineHeight: z.boolean().optional(),
  /** Rounded corners were read as lines of text: ink as small is not judged. */
  hasRoundedCorners: z.boolean().optional(),
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
  /** The facts file's name without its extension. */
  name: string
  geometry: Geometry
}

/** Real pictures that were looked at and not measured, and why. */
export type LeftOut = z.infer<typeof leftOutSchema>[number]

/** Reads all facts files, by email and name. Throws for a file that does not have this shape. */
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

/** Reads `left-out.json`; empty when there is none. */
export function readLeftOut(folder = factsFolder): LeftOut[] {
  const file = path.join(folder, 'left-out.json')
  return existsSync(file) ? leftOutSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

/** The text of a facts file. */
export function writeFacts({ name: _, geometry, ...facts }: Facts): string {
  const written: WrittenFacts = { ...facts, geometry: toWritten(geometry) }
  // Each array of numbers goes on one line, so that the file stays short and its diffs readable.
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
