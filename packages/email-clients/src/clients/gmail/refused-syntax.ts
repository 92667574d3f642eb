import type { Citation } from '../../sources/sources'
import { tokenize, tokenTypes, type CssNode, type Declaration, type FunctionNode } from 'css-tree'

/** Syntax that makes Gmail drop all the CSS around it. */
export interface RefusedSyntax {
  what: string
  source: Citation
}

const specialCharacter = 'HT 2017 (troubleshooting Gmail) 6'
const colourFunctions = new Set(['rgb', 'rgba', 'hsl', 'hsla'])
const modernColours = new Set(['lch', 'oklch', 'lab', 'oklab', 'hwb', 'color', 'color-mix'])
const mathFunctions = new Set(['calc', 'min', 'max', 'clamp'])

/** Looks outside strings, comments and addresses for `\9` or an escaped class name. */
export function findBackslash(css: string): RefusedSyntax | null {
  if (!css.includes('\\')) return null
  let found = false
  tokenize(css, (type, start, end) => {
    const inText = type === tokenTypes.String || type === tokenTypes.Comment || type === tokenTypes.Url
    found ||= !inText && css.slice(start, end).includes('\\')
  })
  return found ? { what: 'backslash', source: specialCharacter } : null
}

export function findRefusedSyntax(declaration: Declaration): RefusedSyntax | null {
  const { property, important, value } = declaration
  if (!/^[a-z_-]/i.test(property)) return { what: property, source: specialCharacter }
  if (typeof important === 'string') {
    return important.toLowerCase() === 'important'
      ? { what: `!${important}`, source: 'email-bugs 13, 2016-02-22, confirmed 2018-01-30' }
      : { what: `!${important}`, source: specialCharacter }
  }
  return property.startsWith('--') ? null : findInValue(value, false)
}

/** The parser's maximum depth limits the recursion. */
function findInValue(node: CssNode, isInMath: boolean): RefusedSyntax | null {
  if (node.type === 'Operator' && !isInMath && !/^[,/]$/.test(node.value.trim())) {
    return { what: node.value, source: specialCharacter }
  }
  if (node.type === 'Function' && isBlankSeparatedColour(node)) {
    return { what: `${node.name}() without commas`, source: 'caniemail css-rgb note 3, 2021-08' }
  }
  if (node.type === 'Function' && modernColours.has(node.name.toLowerCase())) {
    return { what: `${node.name}()`, source: 'caniemail css-modern-color note 2, 2023-01' }
  }
  if (!('children' in node) || !node.children) return null
  const isChildInMath = isInMath || (node.type === 'Function' && mathFunctions.has(node.name.toLowerCase()))
  let found: RefusedSyntax | null = null
  node.children.forEach((child) => {
    found ??= findInValue(child, isChildInMath)
  })
  return found
}

function isBlankSeparatedColour({ name, children }: FunctionNode): boolean {
  if (!colourFunctions.has(name.toLowerCase()) || children.size < 2) return false
  return !children.some((child) => child.type === 'Operator' && child.value.trim() === ',')
}
