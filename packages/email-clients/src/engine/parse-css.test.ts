import { parseStyleSheet } from './parse-css'

describe('a style sheet with syntax errors', () => {
  it('is read as far as it can be', () => {
    const { root, parseError } = parseStyleSheet(`${'{{a}}'.repeat(300)}p{color:red}`, null)
    expect(root?.children.toArray().some(({ type }) => type === 'Rule')).toBe(true)
    expect(parseError).not.toBeNull()
  })

  // css-tree copies the whole text into each error, so that all of these would take minutes.
  it('is given up when it has thousands', () => {
    expect(parseStyleSheet('{{a}}'.repeat(20_000), null)).toEqual({
      root: null,
      parseError: 'too many errors',
    })
  })
})
