import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { readColour, readLegacyColour, type Colour } from '../../../engine/dark/colour'
import type { ChangeKind } from '../../../engine/change-log'
import { elementsIn, findAttribute, isHtmlElement, placeOf } from '../../../engine/html-tree'
import { InlineDeclarations } from '../../../engine/inline-declarations'
import type { Message, Step } from '../../../engine/message'
import { DeclaredValues } from './values/declared-values'

const source = 'Microsoft, the color auto, 2017-06; email-bugs 82, 2020-06-30'

/** Brightness, 0 to 255: `#333333` is dark, `#444444` is not. */
const darkBelow = 60

/** An element in which automatic text has another colour than around it. */
interface ColourSwitch {
  element: Tree.Element
  isWhite: boolean
  /** Null: the page, on which automatic text is black. */
  outer: ColourSwitch | null
  hasText: boolean
}

interface TextColour {
  /** Nothing gives the text a colour, so Word chooses one. */
  isAutomatic: boolean
  isOverDark: boolean
  nearestSwitch: ColourSwitch | null
}

const onPage: TextColour = { isAutomatic: true, isOverDark: false, nearestSwitch: null }

/** Word's automatic colour is white over a dark background, unless VML fills it. */
export const showAutomaticText: Step = (message) => {
  const inline = new InlineDeclarations(message)
  const written = new Set<ColourSwitch>()
  for (const colourSwitch of findSwitches(message, inline)) {
    const { element, isWhite, outer, hasText } = colourSwitch
    if (!hasText) continue
    const kind: ChangeKind = { rule: 'automatic-text-white', what: `text in <${element.tagName}>`, source }
    // Black is needed only in what was made white.
    const isWritten = isWhite
      ? message.changes.record(kind, placeOf(element))
      : outer !== null && written.has(outer)
    if (!isWritten) continue
    inline.add(element, `color:${isWhite ? '#ffffff' : '#000000'}`)
    written.add(colourSwitch)
  }
  inline.finish()
}

/** Outer ones first. */
function findSwitches({ body }: Message, inline: InlineDeclarations): ColourSwitch[] {
  const declared = new DeclaredValues((property) => /^(?:color|background(?:-color)?)$/.test(property))
  const colours = new Map<Tree.ParentNode, TextColour>()
  const switches: ColourSwitch[] = []
  for (const element of [body, ...elementsIn(body)]) {
    if (!isHtmlElement(element)) continue
    const around = (element.parentNode && colours.get(element.parentNode)) ?? onPage
    const { text, background, isDrawing } = coloursOf(element, inline, declared)
    const isAutomatic = text === 'automatic' || (text === null && around.isAutomatic)
    const isOverDark = background === null ? around.isOverDark && !isDrawing : isDark(background)
    // The page is in quirks mode, where a table takes its colour from the page.
    const outer = text === 'automatic' || element.tagName === 'table' ? null : around.nearestSwitch
    let nearestSwitch = outer
    if (isAutomatic && isOverDark !== (outer?.isWhite ?? false)) {
      nearestSwitch = { element, isWhite: isOverDark, outer, hasText: false }
      switches.push(nearestSwitch)
    }
    if (nearestSwitch && isAutomatic && hasText(element)) nearestSwitch.hasText = true
    colours.set(element, { isAutomatic, isOverDark, nearestSwitch })
  }
  return switches
}

interface OwnColours {
  /** `automatic`: the colour around it does not apply. Null: it has none of its own. */
  text: 'coloured' | 'automatic' | null
  background: Colour | null
  /** No list of the message has the style of a VML drawing. */
  isDrawing: boolean
}

function coloursOf(element: Tree.Element, inline: InlineDeclarations, declared: DeclaredValues): OwnColours {
  const list = inline.find(element)
  const values = declared.valuesIn(list)
  const color = values.get('color')
  const background = values.get('background-color')
  return {
    text: color !== undefined ? readTextColour(color) : hasColourAttribute(element) ? 'coloured' : null,
    background:
      background === undefined
        ? readLegacyColour(findAttribute(element, 'bgcolor') ?? '')
        : readColour(background),
    isDrawing: list === null && findAttribute(element, 'style') !== null,
  }
}

function readTextColour(color: string): OwnColours['text'] {
  if (/^(?:windowtext|auto)$/i.test(color)) return 'automatic'
  return color.toLowerCase() === 'inherit' ? null : 'coloured'
}

const hasColourAttribute = (element: Tree.Element): boolean =>
  (element.tagName === 'a' && findAttribute(element, 'href') !== null) ||
  (element.tagName === 'font' && findAttribute(element, 'color') !== null) ||
  (element.tagName === 'body' && findAttribute(element, 'text') !== null)

/** Brightness by W3C's AERT, §2.2, as Word calculates it. */
const isDark = ({ r, g, b }: Colour): boolean => (299 * r + 587 * g + 114 * b) * (255 / 1000) < darkBelow

const hasText = ({ tagName, childNodes }: Tree.Element): boolean =>
  tagName !== 'style' && childNodes.some((node) => 'value' in node && node.value.trim() !== '')
