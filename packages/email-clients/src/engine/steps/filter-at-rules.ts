import type { ChangeKind } from '../change-log'
import { generate, walk, type Atrule, type CssNode } from 'css-tree'
import type { Message, Step } from '../message'
import { placeOfCss } from '../parse-css'
import type { Support, Verdict } from '../support'

/** Removes at-rules, and media queries with a type or feature, that the client does not honour. */
export const filterAtRules: Step = (message) => {
  for (const { sheet } of message.styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Atrule',
      enter(node, item, list) {
        const verdict = judgeAtRule(node, message)
        if (verdict === null) {
          if (list && item) list.remove(item)
          return walk.skip
        }
        if (verdict.honoured) return undefined
        const what = `@${node.name}`
        const kind = { rule: 'at-rule-unsupported', what, source: verdict.source }
        if (!message.changes.record(kind, placeOfCss(node.loc), 1, { atRules: [node] })) return undefined
        if (list && item) list.remove(item)
        return walk.skip
      },
    })
  }
}

/** Null for an `@media` without queries left: each is reported already. */
function judgeAtRule(node: Atrule, message: Message): Verdict | null {
  const name = node.name.toLowerCase()
  const verdict = message.support.judge('at-rule', name)
  return verdict.honoured && name === 'media' ? filterMediaQueries(node, message) : verdict
}

function filterMediaQueries({ prelude, block }: Atrule, { support, changes }: Message): Verdict | null {
  if (prelude?.type !== 'AtrulePrelude' || !block)
    return { honoured: false, source: 'email-bugs 21, 2018-03-15' }
  let kept = 0
  let refused = 0
  prelude.children.forEach((list) => {
    if (list.type !== 'MediaQueryList') return
    list.children.forEach((query, item) => {
      const refusal = findRefusal(query, support)
      if (!refusal) {
        kept += 1
        return
      }
      refused += 1
      const { source } = refusal
      const change: ChangeKind = { rule: 'media-query-unsupported', what: generate(query), source }
      if (changes.record(change, placeOfCss(query.loc), 1, { atRules: [query] })) list.children.remove(item)
      else kept += 1
    })
  })
  if (kept === 0 && refused > 0) return null
  return { honoured: kept > 0, source: 'not known to be refused' }
}

function findRefusal(query: CssNode, support: Support): Verdict | null {
  let refusal: Verdict | null = null
  walk(query, (node) => {
    for (const [kind, name] of subjectsOf(node)) {
      const verdict = support.judge(kind, name)
      if (!verdict.honoured) refusal ??= verdict
    }
  })
  return refusal
}

/** For `Support.judge`. Empty if every client honours the part. */
function subjectsOf(node: CssNode): [kind: string, name: string][] {
  const subjects: [string, string][] = []
  if (node.type === 'MediaQuery') {
    const { modifier, mediaType } = node
    if (mediaType !== null && !/^(?:all|screen)$/i.test(mediaType))
      subjects.push(['media-type', mediaType.toLowerCase()])
    if (modifier !== null && modifier.toLowerCase() !== 'only')
      subjects.push(['media-query', modifier.toLowerCase()])
  }
  if (node.type === 'Feature') subjects.push(['media-feature', node.name.toLowerCase()])
  if (/^(?:FeatureRange|FeatureFunction|GeneralEnclosed|Raw)$/.test(node.type))
    subjects.push(['media-query', node.type])
  if (node.type === 'Condition') {
    node.children.forEach((child) => {
      if (child.type === 'Identifier' && child.name.toLowerCase() !== 'and')
        subjects.push(['media-query', child.name.toLowerCase()])
    })
  }
  return subjects
}
