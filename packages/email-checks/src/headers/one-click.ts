import type { Rule } from '../rule'
import { rfc } from '../sources'
import { named } from './header-fields'

/** Gmail and Yahoo show their own button only for what can be left with one click. */
export const oneClick: Rule = {
  name: 'headers/one-click',
  severity: 'error',
  title: 'List-Unsubscribe cannot be used with one click.',
  sources: [rfc(8058, '3.1')],
  find: function* ({ header }) {
    if (header === null) return
    const [list] = named(header, 'list-unsubscribe')
    if (!list) return
    const [post] = named(header, 'list-unsubscribe-post')
    if (!/<https:\/\/[^<>\s]+>/i.test(list.value))
      yield {
        what: list.value.slice(0, 200),
        span: list.span,
        description: 'List-Unsubscribe has no https address.',
        severity: post ? 'error' : 'warning',
      }
    else if (!post)
      yield {
        what: 'List-Unsubscribe-Post',
        span: list.span,
        description: 'List-Unsubscribe-Post is missing.',
        severity: 'warning',
      }
    else if (!/^List-Unsubscribe=One-Click$/i.test(post.value))
      yield {
        what: post.value.slice(0, 200),
        span: post.span,
        description: 'List-Unsubscribe-Post must be List-Unsubscribe=One-Click.',
      }
  },
}
