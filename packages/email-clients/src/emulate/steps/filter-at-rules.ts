import { generate, walk, type Atrule, type CssNode } from 'css-tree'
import type { Message, Step } from '../message'
import { placeOfCss } from '../parse-css'
import type { Support, Verdict } from '../support'

const published = 'only what is known to be honoured is kept'

/**
 * Keeps `@media` with media types and features the client honours, query by query, and drops every other at-rule that the
 * client is not known to honour, whatever it holds.
 */
export const filterAtRules: Step = (message) => {
  for (const { sheet } of message.styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Atrule',
      enter(node, item, list) {
        const verdict = judgeAtRule(node, message)
        if (verdict.honoured) return undefined
        const what = `@${node.name}`
        message.changes.record(
          { rule: 'at-rule-unsupported', what, source: verdict.source },
          placeOfCss(node.loc),
        )
        if (list && item) list.remove(item)
        return walk.skip
      },
    })
  }
}

function judgeAtRule(node: Atrule, message: Message): Verdict {
  const name = node.name.toLowerCase()
  const verdict = message.support.find('at-rule', name) ?? { honoured: false, source: published }
  return verdict.honoured && name === 'media' ? filterMediaQueries(node, message) : verdict
}

function filterMediaQueries({ prelude, block }: Atrule, { support, changes }: Message): Verdict {
  if (prelude?.type !== 'AtrulePrelude' || !block)
    return { honoured: false, source: 'email-bugs 21, 2018-03-15' }
  let kept = 0
  let source = published
  prelude.children.forEach((list) => {
    if (list.type !== 'MediaQueryList') return
    list.children.forEach((query, item) => {
      const refusal = findRefusal(query, support)
      if (!refusal) {
        kept += 1
        return
      }
      source = refusal.source
      const change = { rule: 'media-query-unsupported', what: generate(query), source }
      changes.record(change, placeOfCss(query.loc))
      list.children.remove(item)
    })
  })
  return { honoured: kept > 0, source }
}

function findRefusal(query: CssNode, support: Support): Verdict | null {
  const unknown: Verdict = { honoured: false, source: published }
  let refusal: Verdict | null = null
  walk(query, (node) => {
    if (refusal) return
    if (node.type === 'MediaQuery') {
      const { modifier, mediaType } = node
      if (mediaType !== null && !/^(?:all|screen)$/i.test(mediaType)) refusal = unknown
      if (modifier !== null && modifier.toLowerCase() !== 'only') refusal = unknown
    }
    if (node.type === 'Feature') {
      const verdict = support.find('media-feature', node.name.toLowerCase()) ?? unknown
      if (!verdict.honoured) refusal = verdict
    }
    if (/^(?:FeatureRange|FeatureFunction|GeneralEnclosed|Raw)$/.test(node.type)) refusal = unknown
    if (node.type === 'Condition') {
      node.children.forEach((child) => {
        if (child.type === 'Identifier' && child.name.toLowerCase() !== 'and') refusal = unknown
      })
    }
  })
  return refusal
}
