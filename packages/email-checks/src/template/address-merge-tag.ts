import { attributeSpan } from '../checked-html'
import type { Rule } from '../rule'
import { mergeTagInAddress, templateLanguages } from './merge-tags'

/** The link or the picture is broken for every reader. */
export const addressMergeTag: Rule = {
  name: 'template/merge-tag-in-address',
  severity: 'error',
  title: 'A placeholder of a template is in an address.',
  sources: templateLanguages,
  find: function* ({ html }) {
    for (const element of html?.elements ?? [])
      for (const { name, value } of element.attrs) {
        if (!/^(?:href|src|background|action|poster|srcset)$/.test(name)) continue
        const tag = mergeTagInAddress(value)
        if (tag === null) continue
        yield {
          what: tag,
          span: attributeSpan(element, name),
          description: `The placeholder is in the ${name} of <${element.tagName}>.`,
        }
      }
  },
}
