import { record, withCommandDeps, type CommandContext, type CommandDeps } from './perform'
import { alignColumns, cell, type AnswerRow } from './render-answer'

export interface PrintedList<Row> {
  action: string
  target: string
  pages(deps: CommandDeps): Promise<AsyncGenerator<readonly Row[], unknown, undefined>>
  toAnswer: (row: Row, deps: CommandDeps) => AnswerRow | Promise<AnswerRow>
  /** One line of JSON a row, with or without --json. */
  asLines?: boolean
  /** A line below the table when `--limit` may have cut the list; null for none. */
  hint?: (
    printed: { rows: number; first: Row; last: Row },
    deps: CommandDeps,
  ) => Promise<string | null> | string | null
}

/**
 * Not in a transaction, which would stay open while standard output is read. The first page is read before the audit
 * row is written, so that the row is not in the list.
 */
export async function printList<Row>(context: CommandContext, list: PrintedList<Row>): Promise<void> {
  const { json } = context
  const { toAnswer } = list
  const renderer = rendererOf(list.asLines ?? false, json)
  await withCommandDeps(context, async (deps) => {
    const pages = await list.pages(deps)
    let page = await pages.next()
    await record(deps, list)
    let printed: { rows: number; first: Row; last: Row } | undefined
    for (; !page.done; page = await pages.next()) {
      const [first] = page.value
      const last = page.value.at(-1)
      if (first === undefined || last === undefined) continue
      printed = { rows: (printed?.rows ?? 0) + page.value.length, first: printed?.first ?? first, last }
      const rows = await Promise.all(page.value.map(async (row) => toAnswer(row, deps)))
      await context.write(renderer.page(rows))
    }
    await context.write(renderer.end())
    const hint = printed && (await list.hint?.(printed, deps))
    if (hint && !json) await context.write(`${hint}\n`)
  })
}

function rendererOf(asLines: boolean, json: boolean): ListRenderer {
  if (asLines) return jsonLines()
  return json ? jsonList() : tableList()
}

/** Renders a list that may be larger than memory, page by page. */
interface ListRenderer {
  page(rows: readonly AnswerRow[]): string
  end(): string
}

function jsonList(): ListRenderer {
  let isEmpty = true
  return {
    page: (rows) => {
      const text = `${isEmpty ? '[' : ','}${rows.map((row) => JSON.stringify(row)).join(',')}`
      isEmpty = false
      return text
    },
    end: () => (isEmpty ? '[]\n' : ']\n'),
  }
}

/** A page may make columns wider, for itself and those after it. */
function tableList(): ListRenderer {
  const widths: number[] = []
  let isEmpty = true
  return {
    page: (rows) => {
      const columns = Object.keys(rows[0] ?? {})
      const lines = rows.map((row) => columns.map((column) => cell(row[column])))
      const text = alignColumns(isEmpty ? [columns, ...lines] : lines, widths)
      isEmpty = false
      return text
    },
    end: () => (isEmpty ? 'none\n' : ''),
  }
}

function jsonLines(): ListRenderer {
  return { page: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''), end: () => '' }
}
