import type { ApiFinding } from '../api/schema'
import { isMendable } from '../checks/check-kinds'

type Edit = NonNullable<ApiFinding['fix']>['edits'][number]

/** One edit, as it is shown: `removed` and `added` between what stands before and after them in their lines. */
export interface ShownEdit {
  line: number
  before: string
  removed: string
  added: string
  after: string
}

export interface Mended {
  source: string
  edits: ShownEdit[]
  /** Fingerprints of the findings of which all edits are made. */
  fingerprints: ReadonlySet<string>
}

interface PlacedEdit {
  start: number
  end: number
  text: string
  line: number
}

/** Characters that are shown before and after an edit. */
const shownBeside = 60

/** Leaves out a finding whose edits would overlap another's: it is found again in the new version. */
export function applyFixes(source: string, findings: readonly ApiFinding[]): Mended {
  const lineStarts = startsOfLines(source)
  const accepted: PlacedEdit[] = []
  const fingerprints = new Set<string>()
  for (const finding of findings.filter(isMendable)) {
    const edits = (finding.fix?.edits ?? []).map((edit) => placed(edit, lineStarts, source.length))
    const added = edits.filter((edit) => !accepted.some((other) => isSame(edit, other)))
    if (added.some((edit) => accepted.some((other) => overlaps(edit, other)))) continue
    accepted.push(...added)
    fingerprints.add(finding.fingerprint)
  }
  // A stable order: what is inserted at one place stays in the findings' order.
  accepted.sort((one, other) => one.start - other.start)
  let text = ''
  let from = 0
  for (const { start, end, text: replacement } of accepted) {
    text += source.slice(from, start) + replacement
    from = end
  }
  return {
    source: text + source.slice(from),
    edits: accepted.map((edit) => shownEdit(source, edit)),
    fingerprints,
  }
}

const isSame = (one: PlacedEdit, other: PlacedEdit): boolean =>
  one.start === other.start && one.end === other.end && one.text === other.text

const overlaps = (one: PlacedEdit, other: PlacedEdit): boolean =>
  one.start < other.end && other.start < one.end

/** As the API counts lines. */
function startsOfLines(source: string): number[] {
  const starts = [0]
  for (const { index, 0: lineBreak } of source.matchAll(/\r\n|\r|\n/g)) starts.push(index + lineBreak.length)
  return starts
}

function placed({ where, text }: Edit, lineStarts: readonly number[], length: number): PlacedEdit {
  const offset = (line: number, column: number): number =>
    Math.min(length, (lineStarts[line - 1] ?? length) + column - 1)
  const start = offset(where.line, where.column)
  return { start, end: Math.max(start, offset(where.end_line, where.end_column)), text, line: where.line }
}

function shownEdit(source: string, { start, end, text, line }: PlacedEdit): ShownEdit {
  const before =
    source
      .slice(Math.max(0, start - shownBeside), start)
      .split(/[\r\n]/)
      .at(-1) ?? ''
  const [after = ''] = source.slice(end, end + shownBeside).split(/[\r\n]/, 1)
  return { line, before: before.trimStart(), removed: source.slice(start, end), added: text, after }
}
