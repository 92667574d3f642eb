import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import type { RowDeps } from '@pas/db/row-deps'
import { jsonLines, jsonList, tableList, type ListRenderer } from './list-renderers'
import { withDatabase, type CommandContext } from './perform'
import type { AnswerRow } from './render-answer'

export interface PrintedList<Row> {
  /** The action of the command's audit row, e.g. `account.list`. */
  action: string
  target: string
  pages(deps: RowDeps): Promise<AsyncGenerator<readonly Row[], unknown, undefined>>
  toAnswer: (row: Row) => AnswerRow
  /** Whether each row is written as a line of JSON, with or without --json. */
  asLines?: boolean
  /** A line to print below the table when `--limit` may have cut the list; null for none. Not printed with --json. */
  hint?: (printed: { rows: number; first: Row; last: Row }) => string | null
}

/**
 * Prints a list of any length, page by page, and writes the command's audit row. Runs outside of a transaction, which
 * would stay open for as long as the reader of standard output takes. The first page is read before the audit row is
 * written, so that the row is not in the list and a failure leaves nothing on standard output.
 */
export async function printList<Row>(context: CommandContext, list: PrintedList<Row>): Promise<void> {
  const { actor, clock, json } = context
  const { action, target, toAnswer } = list
  const renderer = rendererOf(list.asLines ?? false, json)
  await withDatabase(context, async (db) => {
    const pages = await list.pages({ db, clock })
    let page = await pages.next()
    await recordAuditEvent(db, { at: clock.now(), actor, action, target })
    let printed: { rows: number; first: Row; last: Row } | undefined
    for (; !page.done; page = await pages.next()) {
      const [first] = page.value
      const last = page.value.at(-1)
      if (first === undefined || last === undefined) continue
      printed = { rows: (printed?.rows ?? 0) + page.value.length, first: printed?.first ?? first, last }
      await context.write(renderer.page(page.value.map(toAnswer)))
    }
    await context.write(renderer.end())
    const hint = printed && list.hint?.(printed)
    if (hint && !json) await context.write(`${hint}\n`)
  })
}

function rendererOf(asLines: boolean, json: boolean): ListRenderer {
  if (asLines) return jsonLines()
  return json ? jsonList() : tableList()
}

/** The hint of a list whose next part is read with `--after`: `nameOf` makes that option's value from the last row. */
export const afterHint =
  <Row>(limit: number | undefined, nameOf: (row: Row) => string | number) =>
  ({ rows, last }: { rows: number; last: Row }): string | null =>
    rows === limit ? `There may be more: add --after ${nameOf(last)}` : null
