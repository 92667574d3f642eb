import type { ChangeKind } from '../../../../engine/change-log'
import { generate, type CssNode, type Declaration, type DeclarationList } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createElement, elementsIn, findAttribute, placeOf, rewriteNodes } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'
import { InlineDeclarations } from '../../../../engine/inline-declarations'
import { css, parsePixels } from '../values/vml-values'

/** Single spacing of Times New Roman and Arial, in em: the minimum of the rule "at least". */
const singleSpacing = 1.15
/** A custom property with the minimum line height, inherited as Word's line rule is. */
const leastLine = '--word-least-line'

const source = 'caniemail css-line-height note 1, 2021-10; goodemailcode, mso-styles, 2021'

interface LineRule {
  /** A length in a fixed unit. Null for single and multiple spacing. */
  height: string | null
  isExact: boolean
}

interface Said {
  /** Undefined: the element sets none. Null: not in a fixed unit. */
  height?: string | null
  isExact?: boolean
  fontSize?: string
}

const single: LineRule = { height: null, isExact: false }
const headings = new Set('h1 h2 h3 h4 h5 h6 font big small'.split(' '))

/**
 * Larger text gets higher lines. With `mso-line-height-rule:exactly`, a line shows only the lowest part of a higher
 * picture. Must come after `inlineRules`.
 */
export const spaceLines: Step = (message) => {
  const inline = new InlineDeclarations(message)
  const rules = new Map<Tree.Element, LineRule>()
  /** A rule from outside the cell crops no picture. */
  const ofCells = new Map<Tree.Element, LineRule>()
  const known = new Map<DeclarationList | null, Said>()
  const cropped = new Map<Tree.Element, string>()
  for (const element of elementsIn(message.document)) {
    const list = inline.find(element)
    const said = known.get(list) ?? readLines(list)
    known.set(list, said)
    const isTable = element.tagName === 'table'
    const around = isTable ? single : above(rules, element)
    const isCell = element.tagName === 'td' || element.tagName === 'th'
    const rule = ruleOf(said, around)
    rules.set(element, rule)
    const ofCell = ruleOf(said, isTable || isCell ? single : above(ofCells, element))
    ofCells.set(element, ofCell)
    if (element.tagName === 'img') {
      const line = linePixels(ofCell)
      if (line !== null && line < (parsePixels(findAttribute(element, 'height')) ?? Infinity)) {
        cropped.set(element, css(line))
      }
      continue
    }
    const isSaid = typeof said.height === 'string'
    const isResized = said.fontSize !== undefined || headings.has(element.tagName)
    if (said.isExact !== undefined)
      inline.replace(
        element,
        /^--word-least-line$/,
        `${leastLine}:${said.isExact ? '0px' : `${singleSpacing}em`}`,
      )
    if (rule.height === null || !(isSaid || isResized) || isRoomy(rule.height, said.fontSize)) continue
    inline.replace(
      element,
      /^line-height$/,
      `line-height:max(${rule.height},var(${leastLine},${singleSpacing}em))`,
    )
    if (!isSaid || rule.isExact) continue
    message.changes.record(
      { rule: 'office-property', what: `line-height: ${rule.height}, at least`, source },
      placeOf(element, 'style'),
    )
  }
  inline.finish()
  rewriteNodes(message.document, (node) => {
    const line = 'tagName' in node ? cropped.get(node) : undefined
    if (line === undefined || !('tagName' in node)) return null
    const kind: ChangeKind = {
      rule: 'picture-cropped-to-line',
      what: `<img> in a line of exactly ${line}px`,
      source: exactly,
    }
    message.changes.record(kind, placeOf(node))
    const style = `display:inline-flex;align-items:flex-end;height:${line}px;overflow:hidden;vertical-align:bottom`
    return [createElement('span', { style }, [node])]
  })
}

const exactly = 'mjmlio/mjml 467, 787, 1632: mso-line-height-rule:exactly crops pictures'

function above(rules: ReadonlyMap<Tree.Element, LineRule>, { parentNode }: Tree.Element): LineRule {
  return (parentNode && 'tagName' in parentNode ? rules.get(parentNode) : null) ?? single
}

const ruleOf = ({ height, isExact }: Said, around: LineRule): LineRule => ({
  height: height === undefined ? around.height : height,
  isExact: isExact ?? around.isExact,
})

/** Null if it crops no picture: 0, percent or em. */
function linePixels({ height, isExact }: LineRule): number | null {
  const pixels = isExact && height !== null && !/em$/i.test(height) ? parsePixels(height) : null
  return pixels !== null && pixels > 0 ? pixels : null
}

function readLines(list: DeclarationList | null): Said {
  const said: Said = {}
  for (const node of list?.children ?? []) {
    if (node.type !== 'Declaration' || node.value.type !== 'Value') continue
    const property = node.property.toLowerCase()
    const nodes = [...node.value.children]
    if (property === 'line-height') said.height = fixedHeight(nodes)
    else if (property === 'font-size') said.fontSize = generate(node.value)
    else if (property === 'mso-line-height-rule') said.isExact = isExactly(node)
    else if (property === 'font') {
      const slash = nodes.findIndex((part) => part.type === 'Operator' && part.value === '/')
      said.fontSize = generate(
        nodes[slash - 1] ?? nodes.find((part) => part.type === 'Dimension') ?? node.value,
      )
      said.height = slash < 0 ? null : fixedHeight(nodes.slice(slash + 1, slash + 2))
    }
  }
  return said
}

const isExactly = ({ value }: Declaration): boolean => generate(value).trim().toLowerCase() === 'exactly'

function fixedHeight(nodes: readonly CssNode[]): string | null {
  const [only, ...others] = nodes
  return only?.type === 'Dimension' && others.length === 0 ? generate(only) : null
}

function isRoomy(height: string, size: string | undefined): boolean {
  if (size === undefined || /em$/i.test(size) || /em$/i.test(height)) return false
  const [line, text] = [parsePixels(height), parsePixels(size)]
  return line !== null && text !== null && line >= text * singleSpacing
}
