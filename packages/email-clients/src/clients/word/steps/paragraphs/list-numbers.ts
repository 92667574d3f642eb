import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { findAttribute } from '../../../../engine/html-tree'
import type { Marker } from './paragraph-format'

interface ItemPosition {
  isFirst: boolean
  isLast: boolean
  /** In another list, without a table between them. */
  isNested: boolean
}

interface ListState {
  depth: number
  items: Tree.Element[]
  nextNumber: number
}

/** Word's own by depth: a dot of Symbol, an o, a square of Wingdings. */
const bullets = ['disc', 'circle', 'square']
const signs: Readonly<Record<string, string>> = { disc: '\u2022', circle: 'o', square: '\u25aa' }
const typesOfAttribute: Readonly<Record<string, string>> = {
  '1': 'decimal',
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
}
const roman: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
const maxRoman = 3_999

/** Call it in document order, because numbers continue. */
export class ListNumbers {
  readonly #lists = new Map<Tree.Element, ListState>()

  constructor(private readonly valuesOf: (element: Tree.Element) => ReadonlyMap<string, string>) {}

  positionOf(item: Tree.Element): ItemPosition {
    const state = this.#stateOf(item)
    if (!state) return { isFirst: true, isLast: true, isNested: false }
    const { items, depth } = state
    return { isFirst: items[0] === item, isLast: items.at(-1) === item, isNested: depth > 0 }
  }

  /** Null if the item has no marker or is outside of lists. */
  createMarker(item: Tree.Element): Marker | null {
    const list = parentOf(item)
    const state = this.#stateOf(item)
    if (!list || !state) return null
    const value = Number(findAttribute(item, 'value') ?? NaN)
    const number = Number.isInteger(value) ? value : state.nextNumber
    state.nextNumber = number + 1
    const defaultType = list.tagName === 'ol' ? 'decimal' : (bullets[Math.min(state.depth, 2)] ?? 'square')
    const type = this.#typeOf(item) ?? this.#typeOf(list) ?? defaultType
    if (type === 'none') return null
    const sign = signs[type]
    return sign === undefined
      ? { text: `${formatNumber(number, type)}.`, isBullet: false }
      : { text: sign, isBullet: true }
  }

  #typeOf(element: Tree.Element): string | null {
    const values = this.valuesOf(element)
    const declared = values.get('list-style-type') ?? values.get('list-style')
    const type = declared
      ?.trim()
      .toLowerCase()
      .split(/\s+/)
      .find((word) => word !== 'inside' && word !== 'outside')
    if (type !== undefined && type !== 'inherit') return type
    const attribute = findAttribute(element, 'type')?.trim()
    if (!attribute) return null
    return (
      typesOfAttribute[attribute] ??
      (signs[attribute.toLowerCase()] === undefined ? null : attribute.toLowerCase())
    )
  }

  #stateOf(item: Tree.Element): ListState | null {
    const list = parentOf(item)
    if (!list) return null
    const known = this.#lists.get(list)
    if (known) return known
    const start = Number(findAttribute(list, 'start') ?? 1)
    const state: ListState = {
      depth: this.#depthOf(list),
      items: list.childNodes.filter((node): node is Tree.Element => node.nodeName === 'li'),
      nextNumber: Number.isInteger(start) ? start : 1,
    }
    this.#lists.set(list, state)
    return state
  }

  /** Outer lists come first, so their state is known. */
  #depthOf(list: Tree.Element): number {
    for (let node = list.parentNode; node && 'tagName' in node; node = node.parentNode) {
      if (node.tagName === 'td' || node.tagName === 'th') return 0
      if (node.tagName === 'ul' || node.tagName === 'ol') return (this.#lists.get(node)?.depth ?? 0) + 1
    }
    return 0
  }
}

function parentOf(item: Tree.Element): Tree.Element | null {
  const parent = item.parentNode
  return parent && 'tagName' in parent && (parent.tagName === 'ul' || parent.tagName === 'ol') ? parent : null
}

function formatNumber(number: number, type: string): string {
  const inLetters =
    type === 'lower-alpha' || type === 'lower-latin' || type === 'upper-alpha' || type === 'upper-latin'
  const lower = inLetters ? lettersOf(number) : type.endsWith('-roman') ? romanOf(number) : null
  if (lower === null)
    return type === 'decimal-leading-zero' && number >= 0 && number < 10 ? `0${number}` : String(number)
  return type.startsWith('upper') ? lower.toUpperCase() : lower
}

function lettersOf(number: number): string | null {
  if (number < 1) return null
  let text = ''
  for (let remaining = number; remaining > 0; remaining = Math.floor((remaining - 1) / 26)) {
    text = String.fromCharCode(97 + ((remaining - 1) % 26)) + text
  }
  return text
}

function romanOf(number: number): string | null {
  if (number < 1 || number > maxRoman) return null
  let text = ''
  let remaining = number
  for (const [value, sign] of roman) {
    for (; remaining >= value; remaining -= value) text += sign
  }
  return text
}
