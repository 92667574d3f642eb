import type { Request } from 'express'
import { pathPart } from './email-paths'

describe('a part of a path', () => {
  const partOf = (guid: string): string => pathPart({ params: { guid } } as unknown as Request, 'guid')

  it.each(['.', '..'])('is refused when it would lead a call of the API to another path: %s', (segment) => {
    expect(() => partOf(segment)).toThrow('nothing at this path')
  })

  it.each(['...', 'a..b', '../x'])('is taken when its encoded form is one segment: %s', (segment) => {
    expect(partOf(segment)).toBe(segment)
    expect(new URL(`https://api.test/v1/emails/${encodeURIComponent(segment)}`).pathname).toMatch(
      /^\/v1\/emails\/[^/]+$/,
    )
  })
})
