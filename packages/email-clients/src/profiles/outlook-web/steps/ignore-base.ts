import type { SourceStep } from '../../../emulate/message'

const source = 'caniemail html-base, 2021-12'
// A tag's length is bounded, so that unclosed ones cost linear time.
const baseTag = /<base\b[^>]{0,4096}>/gi

/** Without `<base>` a relative address leads nowhere. Blanks keep everything else in its place. */
export const ignoreBase: SourceStep = (message) => {
  let count = 0
  const first = message.html.search(baseTag)
  message.html = message.html.replace(baseTag, (tag) => {
    count += 1
    return tag.replace(/[^\n]/g, ' ')
  })
  if (count === 0) return
  const lines = message.html.slice(0, first).split('\n')
  const where = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
  message.changes.record({ rule: 'base-ignored', what: '<base>', source }, where, count)
}
