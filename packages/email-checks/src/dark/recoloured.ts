import type { Rule } from '../rule'
import { cited } from '../sources'

const recolouring =
  /^(?:colour-inverted|dark-colour|dark-full-inversion|dark-lightness-mirrored|dark-partial-inversion|darkened)$/

/** The check `contrast` says which text cannot be read then. */
export const recoloured: Rule = {
  name: 'dark/recoloured',
  severity: 'note',
  title: 'An email client in its dark theme changes the colours of the email.',
  sources: [cited('Litmus')],
  find: function* ({ changes }) {
    const counts = new Map<string, number>()
    for (const { rule, clients, count } of changes ?? []) {
      if (!recolouring.test(rule)) continue
      for (const code of clients) counts.set(code, (counts.get(code) ?? 0) + count)
    }
    if (counts.size === 0) return
    yield {
      what: 'colours',
      span: null,
      description: 'These email clients change the colours of the email in the dark; look at their previews.',
      clients: [...counts.keys()].sort(),
    }
  },
}
