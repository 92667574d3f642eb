import type { ApiFinding } from '../api/schema'
import { applyFixes } from './apply-fixes'

type At = readonly [line: number, column: number, endLine: number, endColumn: number]

/** A finding whose fix writes `text` in the place of each range. */
const finding = (fingerprint: string, ...edits: readonly (readonly [...At, text: string])[]): ApiFinding => ({
  rule: 'images/no-width',
  severity: 'warning',
  what: '',
  where: null,
  count: 1,
  clients: null,
  description: '',
  detail: {},
  fingerprint,
  source: null,
  source_url: null,
  basis: null,
  parts: [],
  boxes: [],
  places: [],
  fix: {
    description: '',
    edits: edits.map(([line, column, endLine, endColumn, text]) => ({
      where: { part: 'html', line, column, end_line: endLine, end_column: endColumn },
      text,
    })),
  },
})

describe('edits of findings', () => {
  it('are made at their lines and columns, whatever ends a line, in any order', () => {
    const source = '<p>\r\n<img src="http://a">\r<img src="http://b">\n'
    const { source: mended, edits } = applyFixes(source, [
      finding('later', [3, 11, 3, 15, 'https'], [3, 20, 3, 20, ' width="2"']),
      finding('first', [2, 11, 2, 15, 'https']),
    ])
    expect(mended).toBe('<p>\r\n<img src="https://a">\r<img src="https://b" width="2">\n')
    expect(edits.map(({ line }) => line)).toEqual([2, 3, 3])
    expect(edits[0]).toEqual({
      line: 2,
      before: '<img src="',
      removed: 'http',
      added: 'https',
      after: '://a">',
    })
  })

  it('that are the same are made once, and those at one place one after the other', () => {
    const { source } = applyFixes('<html>', [
      finding('a', [1, 6, 1, 6, ' lang="en"']),
      finding('b', [1, 6, 1, 6, ' lang="en"']),
      finding('c', [1, 6, 1, 6, ' dir="ltr"']),
    ])
    expect(source).toBe('<html lang="en" dir="ltr">')
  })

  it('are left out, all of a finding’s, when one overlaps another finding’s', () => {
    const { source, fingerprints } = applyFixes('abcdef', [
      finding('a', [1, 2, 1, 4, 'X']),
      finding('b', [1, 3, 1, 5, 'Y'], [1, 6, 1, 7, 'Z']),
    ])
    expect(source).toBe('aXdef')
    expect([...fingerprints]).toEqual(['a'])
  })
})
