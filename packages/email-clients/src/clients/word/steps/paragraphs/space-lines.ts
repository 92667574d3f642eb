import type { ChangeKind } from '../../../../engine/change-log'
import { generate, type CssNode, type Declaration, type DeclarationList } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createElement, elementsIn, findAttribute, placeOf, rewriteNodes } from '../../../../engine/html-tree'
import type { Message, Step } from '../../../../engine/message'
import { InlineDeclarations } from '../../../../engine/inline-declarations'
import { css, parsePixels } from '../values/vml-values'

/** Single spacing of Times New Roman and Arial, in em: the minimum of the rule "at least". */
const singleSpacing = 1.15
/** A custom property with the minimum line height, inherited as Word's line rule is. */
const leastLine = '--word-least-line'

const source = 'caniemail css-line-height note 1, 2021-10; goodemailcode, mso-styles, 2021'
const cropSource = 'mjmlio/mjml 467, 787, 1632: mso-line-height-rule:exactly crops pictures'

interface LineRule {
  /** A length in a fixed unit. Null for single and multiple spacing. */
  height: string | null
  isExact: boolean
}

interface DeclaredLine {
  /** Undefined: the element sets none. Null: not in a fixed unit. */
  height?: string | null
  isExact?: boolean
  fontSize?: string
}

const single: LineRule = { height: null, isExact: false }
const resizingElements = new Set('h1 h2 h3 h4 h5 h6 font big small'.split(' '))

/**
 * Larger text gets higher lines. With `mso-line-height-rule:exactly`, a line shows only the lowest part of a higher
 * picture. Must come after `inlineRules`.
 */
export const spaceLines: Step = (message) => {
  const inline = new InlineDeclarations(message)
  const declaredByList = new Map<DeclarationList | null, DeclaredLine>()
  const rules = new Map<Tree.Element, LineRule>()
  /** A rule from outside the cell crops no picture. */
  const rulesInCell = new Map<Tree.Element, LineRule>()
  const lineHeightsOfCropped = new Map<Tree.Element, string>()
  for (const element of elementsIn(message.document)) {
    const list = inline.find(element)
    const declared = declaredByList.get(list) ?? readLine(list)
    declaredByList.set(list, declared)
    const isTable = element.tagName === 'table'
    const isCell = element.tagName === 'td' || element.tagName === 'th'
    const rule = ruleOf(declared, isTable ? single : parentRuleOf(rules, element))
    rules.set(element, rule)
    const ruleInCell = ruleOf(declared, isTable || isCell ? single : parentRuleOf(rulesInCell, element))
    rulesInCell.set(element, ruleInCell)
    if (element.tagName === 'img') {
      const line = linePixels(ruleInCell)
      if (line !== null && line < (parsePixels(findAttribute(element, 'height')) ?? Infinity)) {
        lineHeightsOfCropped.set(element, css(line))
      }
      continue
    }
    writeLine(element, declared, rule)
  }
  inline.finish()
  cropPictures(message, lineHeightsOfCropped)

  function writeLine(element: Tree.Element, declared: DeclaredLine, rule: LineRule): void {
    const setsHeight = typeof declared.height === 'string'
    const isResized = declared.fontSize !== undefined || resizingElements.has(element.tagName)
    if (declared.isExact !== undefined) {
      const least = declared.isExact ? '0px' : `${singleSpacing}em`
      inline.replace(element, /^--word-least-line$/, `${leastLine}:${least}`)
    }
    const isInherited = !setsHeight && !isResized
    if (rule.height === null || isInherited || isHighEnough(rule.height, declared.fontSize)) return
    const height = `max(${rule.height},var(${leastLine},${singleSpacing}em))`
    inline.replace(element, /^line-height$/, `line-height:${height}`)
    if (!setsHeight || rule.isExact) return
    message.changes.record(
      { rule: 'office-property', what: `line-height: ${rule.height}, at least`, source },
      placeOf(element, 'style'),
    )
  }
}

function cropPictures(
  { document, changes }: Message,
  lineHeightsOfCropped: ReadonlyMap<Tree.Element, string>,
): void {
  rewriteNodes(document, (node) => {
    const line = 'tagName' in node ? lineHeightsOfCropped.get(node) : undefined
    if (line === undefined || !('tagName' in node)) return null
    const what = `<img> in a line of exactly ${line}px`
    const kind: ChangeKind = { rule: 'picture-cropped-to-line', what, source: cropSource }
    changes.record(kind, placeOf(node))
    const style = `display:inline-flex;align-items:flex-end;height:${line}px;overflow:hidden;vertical-align:bottom`
    return [createElement('span', { style }, [node])]
  })
}

function parentRuleOf(rules: ReadonlyMap<Tree.Element, LineRule>, { parentNode }: Tree.Element): LineRule {
  return (parentNode && 'tagName' in parentNode ? rules.get(parentNode) : null) ?? single
}

const ruleOf = ({ height, isExact }: DeclaredLine, outer: LineRule): LineRule => ({
  height: height === undefined ? outer.height : height,
  isExact: isExact ?? outer.isExact,
})

/** Null if it crops no picture: 0, percent or em. */
function linePixels({ height, isExact }: LineRule): number | null {
  const pixels = isExact && height !== null && !/em$/i.test(height) ? parsePixels(height) : null
  return pixels !== null && pixels > 0 ? pixels : null
}

function readLine(list: DeclarationList | null): DeclaredLine {
  const declared: DeclaredLine = {}
  for (const node of list?.children ?? []) {
    if (node.type !== 'Declaration' || node.value.type !== 'Value') continue
    const property = node.property.toLowerCase()
    const nodes = [...node.value.children]
    if (property === 'line-height') declared.height = fixedHeight(nodes)
    else if (property === 'font-size') declared.fontSize = generate(node.value)
    else if (property === 'mso-line-height-rule') declared.isExact = isExactly(node)
    else if (property === 'font') {
      const slash = nodes.findIndex((part) => part.type === 'Operator' && part.value === '/')
      declared.fontSize = generate(
        nodes[slash - 1] ?? nodes.find((part) => part.type === 'Dimension') ?? node.value,
      )
      declared.height = slash < 0 ? null : fixedHeight(nodes.slice(slash + 1, slash + 2))
    }
  }
  return declared
}

const isExactly = ({ value }: Declaration): boolean => generate(value).trim().toLowerCase() === 'exactly'

function fixedHeight(nodes: readonly CssNode[]): string | null {
  const [only, ...others] = nodes
  return only?.type === 'Dimension' && others.length === 0 ? generate(only) : null
}

function isHighEnough(height: string, size: string | undefined): boolean {
  if (size === undefined || /em$/i.test(size) || /em$/i.test(height)) return false
  const [line, text] = [parsePixels(height), parsePixels(size)]
  return line !== null && text !== null && line >= text * singleSpacing
}
