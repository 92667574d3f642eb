import type { ChangeKind } from '../../../engine/change-log'
import { generate, walk, type CssNode } from 'css-tree'
import { setAttribute, findAttribute } from '../../../engine/html-tree'
import type { Message, Step } from '../../../engine/message'
import { placeOfCss } from '../../../engine/parse-css'
import { readColour, type Colour } from '../../../engine/dark/colour'
import { recolour } from '../../../engine/dark/recolour'
import { assumedLater } from '../assumed-later'
import { darkAppearanceOf } from '../dark-appearance'

/** @param isFirst whether it is the Mail of iOS 13 or macOS 10.15, in which these rules were tested */
export function followDarkMode(isFirst: boolean): Step {
  return function followDarkMode(message) {
    const appearance = darkAppearanceOf(message, isFirst)
    if (appearance === 'light') return reportUnusedStyles(message)
    if (appearance === 'author') return dropWhiteBackgrounds(message, isFirst)
    const root = message.body.parentNode
    if (root && 'tagName' in root) {
      const classes = [findAttribute(root, 'class'), 'apple-mail-implicit-dark-support']
      setAttribute(root, 'class', classes.filter(Boolean).join(' '))
    }
    invertColours(message)
  }
}

const invertColours = recolour({
  rule: 'colour-inverted',
  source: 'webkit.org/blog/8840, 2019; WebKit apple-invert-lightness()',
  map: (colour, role) => (role === 'other' ? null : invertLikeWebkit(colour)),
})

/** Unused styles stay in the message: the frame is light, so they do not match. */
function reportUnusedStyles(message: Message): void {
  walkDarkQueries(message, (query) => {
    const source = 'email-bugs 104, 2021-11-26: without color-scheme on the root'
    message.changes.record(
      { rule: 'dark-styles-unused', what: generate(query), source },
      placeOfCss(query.loc),
    )
  })
}

/** Mail ignores pure white backgrounds in the author's dark styles, but not #fffffe. */
function dropWhiteBackgrounds(message: Message, isFirst: boolean): void {
  const tested = 'email-bugs 65, 2019-07-30, confirmed 2019-10-15 on iOS 13.1'
  const source = assumedLater(tested, isFirst)
  walkDarkQueries(message, (_query, block) => {
    if (!block) return
    walk(block, {
      visit: 'Declaration',
      enter(declaration, item, list) {
        if (!/^background(?:-color)?$/i.test(declaration.property)) return
        const colour = readColour(generate(declaration.value))
        if (!colour || Math.min(colour.r, colour.g, colour.b) < 1 || (colour.alpha ?? 1) < 1) return
        const kind: ChangeKind = {
          rule: 'declaration-unsupported',
          what: `${declaration.property}: white`,
          source,
        }
        message.changes.record(kind, placeOfCss(declaration.loc))
        list?.remove(item)
      },
    })
  })
}

function walkDarkQueries(message: Message, visit: (query: CssNode, block: CssNode | null) => void): void {
  for (const { sheet } of message.styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Atrule',
      enter({ name, prelude, block }) {
        if (name.toLowerCase() !== 'media' || !prelude) return
        walk(prelude, (node) => {
          if (node.type !== 'Feature' || node.name.toLowerCase() !== 'prefers-color-scheme') return
          if (node.value?.type === 'Identifier' && node.value.name.toLowerCase() === 'dark')
            visit(prelude, block)
        })
      },
    })
  }
}

/** WebKit's InvertLightnessFilterOperation (FilterOperation.cpp): a row for each channel of the result. */
const toDarkMode = [
  [-0.77, 0.059, -0.089, 1],
  [0.03, -0.741, -0.089, 1],
  [0.03, 0.059, -0.89, 1],
] as const

/** WebKit's `apple-invert-lightness()`: turns the hue by 180° in HSL, then inverts, which turns it back. */
function invertLikeWebkit(colour: Colour): Colour {
  const { r, g, b } = colour
  const sum = Math.max(r, g, b) + Math.min(r, g, b)
  // Mirroring each channel at the middle of the largest and smallest turns the hue by 180° in HSL.
  const turned = [sum - r, sum - g, sum - b] as const
  const [red = 0, green = 0, blue = 0] = toDarkMode.map(([fromRed, fromGreen, fromBlue, constant]) =>
    Math.min(1, Math.max(0, fromRed * turned[0] + fromGreen * turned[1] + fromBlue * turned[2] + constant)),
  )
  return { ...colour, r: red, g: green, b: blue }
}
