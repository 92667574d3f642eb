import type { ChangeKind } from '../../../engine/change-log'
import { walk, type CssNode, type Declaration, type List } from 'css-tree'
import { readCss } from '../../../engine/css-syntax'
import { placeOf } from '../../../engine/html-tree'
import type { Message, Step } from '../../../engine/message'
import { placeOfCss } from '../../../engine/parse-css'
import { defaultFont } from '../windows-fonts'

/**
 * Without a blank before it, `!important` is part of the word before, which is then invalid. Must come before the
 * steps that filter declarations. `inline`: false where `style` cannot have it, except for fonts (email-bugs 31).
 */
export function filterImportant({ inline }: { inline: boolean }): Step {
  return function filterImportant(message) {
    for (const { sheet, css } of message.styleBlocks) {
      if (!sheet || !css.includes('!')) continue
      walk(sheet, {
        visit: 'Block',
        enter: ({ children }) => {
          filterUnspaced(children, message, 1, (declaration) => ({
            text: textOf(css, declaration),
            where: placeOfCss(declaration.loc),
          }))
        },
      })
    }
    for (const { owners, list, css } of message.styleAttributes) {
      const [first] = owners
      if (!list || !first || !css.includes('!')) continue
      const where = placeOf(first, 'style')
      const texts = readDeclarationTexts(css).values()
      // Asks for the text of each declaration once, in order.
      filterUnspaced(list.children, message, owners.length, () => ({ text: texts.next().value ?? '', where }))
      if (!inline) dropInlineImportant(list.children, message, owners.length, where)
    }
  }
}

function filterUnspaced(
  items: List<CssNode>,
  { changes }: Message,
  count: number,
  sourceOf: (declaration: Declaration) => { text: string; where: ReturnType<typeof placeOf> },
): void {
  items.forEach((declaration, item) => {
    if (declaration.type !== 'Declaration') return
    const { text, where } = sourceOf(declaration)
    if (declaration.important === false || !/\S!\s*[\w-]+\s*$/.test(text)) return
    const what = `${declaration.property.toLowerCase()}: …!important`
    changes.record(
      {
        rule: 'important-without-blank',
        what,
        source: 'email-bugs 31, 2018-01-09; caniemail css-important note 4, 2021-11',
      },
      where,
      count,
    )
    // `!important` makes only the last font of the list invalid.
    if (declaration.property.toLowerCase() === 'font-family') dropLastFont(declaration)
    else items.remove(item)
  })
}

function dropLastFont(declaration: Declaration): void {
  declaration.important = false
  const { value } = declaration
  if (value.type !== 'Value') return
  const nodes = [...value.children]
  const lastComma = nodes.findLastIndex((node) => node.type === 'Operator' && node.value === ',')
  if (lastComma < 0) declaration.value = fontValue(defaultFont)
  else value.children.fromArray(nodes.slice(0, lastComma))
}

function fontValue(name: string): Declaration['value'] {
  return readCss(`"${name}"`, { context: 'value' }) as Declaration['value']
}

function dropInlineImportant(
  items: List<CssNode>,
  { changes }: Message,
  count: number,
  where: ReturnType<typeof placeOf>,
): void {
  items.forEach((declaration, item) => {
    if (declaration.type !== 'Declaration' || declaration.important === false) return
    if (declaration.property.toLowerCase() === 'font-family') {
      declaration.important = false
      return
    }
    const source = 'caniemail css-important note 5, 2021-11'
    const kind: ChangeKind = {
      rule: 'inline-important-dropped',
      what: declaration.property.toLowerCase(),
      source,
    }
    if (changes.record(kind, where, count)) items.remove(item)
  })
}

function textOf(css: string, { loc }: Declaration): string {
  return loc ? css.slice(loc.start.offset, loc.end.offset) : ''
}

/** Parses again, because the message has `style` attributes without positions. */
function readDeclarationTexts(css: string): string[] {
  const list = readCss(css, { context: 'declarationList', positions: true })
  if (list.type !== 'DeclarationList') return []
  return [...list.children].flatMap((node) => (node.type === 'Declaration' ? [textOf(css, node)] : []))
}
