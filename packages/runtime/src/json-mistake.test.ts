import { leastThreadMs } from '@pas/testing/processor-time'
import { describeJsonMistake } from './json-mistake'

const mistakeIn = (text: string): string | null => {
  try {
    JSON.parse(text)
  } catch (error) {
    return describeJsonMistake(text, error)
  }
  throw new Error('this is JSON')
}

describe('the place of a mistake in JSON', () => {
  it('costs no more behind ten million line breaks than behind as many blanks', () => {
    const behind = (before: string): string => `${before.repeat(10_000_000)}{"a": `
    expect(mistakeIn(behind('\n'))).toBe('line 10000001, column 7: Unexpected end')
    const [lines, blanks] = ['\n', ' '].map((before) => {
      const text = behind(before)
      const error = new SyntaxError('Unexpected end of JSON input')
      return leastThreadMs(() => describeJsonMistake(text, error))
    })
    expect(lines).toBeLessThan(3 * (blanks ?? 0) + 50)
  })

  it('is looked for in the first 64 KiB only, where JSON.parse does not say it', () => {
    expect(mistakeIn(`{"a": ${'x '.repeat(100)}}`)).toBe('line 1, column 7: Unexpected character')
    expect(mistakeIn(`{"a": ${'x '.repeat(40_000)}}`)).toBeNull()
  })
})
