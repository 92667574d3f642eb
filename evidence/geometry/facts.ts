import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Geometry, TextLine } from './geometry'

/** `<email>/<name>.json`. */
export const factsFolder = path.join(__dirname, 'facts')

const box = z.tuple([z.number(), z.number(), z.number(), z.number()])

/** Boxes are left, top, right and bottom. */
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
  /** `emails/<email>.html`. */
  email: z.string(),
  /** Of our email client with which the picture is compared. */
  emailClient: z.string(),
  /** Client and system, where the code does not say it. */
  takenIn: z.string().optional(),
  source: z.object({
    repository: z.string(),
    commit: z.string(),
    path: z.string(),
    /** Of the commit that added the picture. */
    date: z.iso.date(),
  }),
  /** In device pixels. */
  picture: z.object({ width: z.number(), height: z.number(), deviceScaleFactor: z.number() }),
  /** The message in the picture: left, top, right, bottom in CSS pixels. */
  pane: box,
  /** As in `CompareOptions`, as the next three are. */
  isPart: z.boolean().optional(),
  isFluid: z.boolean().optional(),
  /** Also on Windows, which rounds widths of letters to whole pixels. */
  hasOtherFont: z.boolean().optional(),
  hasOtherLineHeight: z.boolean().optional(),
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

export type Facts = Omit<WrittenFacts, 'geometry'> & {
  /** The facts file's, without extension. */
  name: string
  geometry: Geometry
}

/** Looked at and not measured, and why. */
export type LeftOut = z.infer<typeof leftOutSchema>[number]

/** By email and name. Throws for a file of another shape. */
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

/** Empty when there is none. */
export function readLeftOut(folder = factsFolder): LeftOut[] {
  const file = path.join(folder, 'left-out.json')
  return existsSync(file) ? leftOutSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

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
