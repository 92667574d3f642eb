import type { Citation } from '../../../sources/sources'
import { walk } from 'css-tree'
import { placeOf } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'
import { placeOfCss } from '../../../engine/parse-css'

export function dropUnspacedImportant(source: Citation): Step {
  const kind = { rule: 'important-without-space', what: '!important without a space', source }
  return function dropUnspacedImportant({ styleBlocks, styleAttributes, changes }) {
    for (const { css, sheet } of styleBlocks) {
      if (!sheet || !css.includes('!')) continue
      walk(sheet, {
        visit: 'Declaration',
        enter(declaration, item, list) {
          const { important, loc } = declaration
          if (important === false || !loc || !list || !item) return
          const mark = css.lastIndexOf('!', loc.end.offset - 1)
          if (mark <= loc.start.offset || /\s/.test(css.charAt(mark - 1))) return
          changes.record(kind, placeOfCss(loc))
          list.remove(item)
        },
      })
    }
    for (const { css, list, owners } of styleAttributes) {
      const [first] = owners
      if (!list || !first || !/\S!/.test(css)) continue
      // Declarations of a `style` have no positions, so its text is split to find those without a space.
      const properties = new Set(
        css
          .split(';')
          .filter((text) => /\S!\s*important\s*$/i.test(text))
          .map((text) =>
            text
              .slice(0, Math.max(0, text.indexOf(':')))
              .trim()
              .toLowerCase(),
          ),
      )
      list.children.forEach((node, item) => {
        if (node.type !== 'Declaration' || node.important === false) return
        if (!properties.has(node.property.toLowerCase())) return
        changes.record(kind, placeOf(first, 'style'), owners.length)
        list.children.remove(item)
      })
    }
  }
}
