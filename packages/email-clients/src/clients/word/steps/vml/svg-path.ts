/** Real ones are far shorter. A shape with a longer one is not drawn. */
const maxPathLength = 20_000

const token = /([a-z]{1,2})|(-?\d{1,9}(?:\.\d{1,9})?)|(@\d{1,3})|(,)/gi

const numbersPerCommand: Readonly<Record<string, number>> = { m: 2, l: 2, c: 6, r: 2, t: 2, v: 6 }
const svgCommand: Readonly<Record<string, string>> = { m: 'M', l: 'L', c: 'C', r: 'l', t: 'm', v: 'c' }

/**
 * Reads `m l c` (absolute), `t r v` (relative), close and end. An omitted number is 0. Null for a path that needs more
 * (arcs, formulas).
 */
export function toSvgPath(path: string): string | null {
  if (path.length > maxPathLength) return null
  const parts: string[] = []
  let command = ''
  let numbers: number[] = []
  let awaitsNumber = false
  const writeCommand = (): boolean => {
    const count = numbersPerCommand[command]
    if (count === undefined) return numbers.length === 0
    while (numbers.length % count !== 0) numbers.push(0)
    for (let at = 0; at < numbers.length; at += count) {
      parts.push(`${svgCommand[command] ?? ''}${numbers.slice(at, at + count).join(' ')}`)
    }
    return true
  }
  for (const [, letters, number, formula, comma] of path.matchAll(token)) {
    if (formula) return null
    if (number !== undefined) {
      numbers.push(Number(number))
      awaitsNumber = false
    } else if (comma !== undefined) {
      if (awaitsNumber || numbers.length === 0) numbers.push(0)
      awaitsNumber = true
    } else if (letters !== undefined) {
      if (awaitsNumber) numbers.push(0)
      if (!writeCommand()) return null
      awaitsNumber = false
      numbers = []
      // `xe` is two commands without a blank between them: close and end. `nf` and `ns` have no effect.
      command = letters.toLowerCase()
      if (command.startsWith('x')) parts.push('Z')
      else if (numbersPerCommand[command] === undefined && !['e', 'nf', 'ns'].includes(command)) return null
    }
  }
  if (awaitsNumber) numbers.push(0)
  if (!writeCommand()) return null
  return parts[0]?.startsWith('M') ? parts.join('') : null
}
