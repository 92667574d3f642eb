import { generate } from 'css-tree'
import { readCss } from './css-syntax'

describe('CSS of any length', () => {
  const rule = 'a{color:red;background:url(b.png)}\n'

  it.each([1, 400, 4_000])('is read whole: %d rules', (count) => {
    const sheet = readCss(rule.repeat(count), { context: 'stylesheet', positions: true, line: 7 })
    if (sheet.type !== 'StyleSheet') throw new Error('a style sheet was asked for')
    expect(sheet.children.size).toBe(count)
    expect(sheet.children.last?.loc?.start.line).toBe(6 + count)
    expect(generate(sheet)).toBe(rule.trim().repeat(count))
  })

  it('is parsed with the same syntax error whether it is short or long', () => {
    const errors: string[] = []
    const onParseError = ({ message }: SyntaxError): void => void errors.push(message)
    for (const count of [1, 4_000]) readCss(`${rule.repeat(count)}a{b}`, { onParseError })
    expect(errors).toEqual([errors[0], errors[0]])
  })
})
