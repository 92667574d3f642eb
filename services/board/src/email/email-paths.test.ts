import { PageError } from '@pas/pages/page-error'
import type { Request } from 'express'
import { pathPart } from './email-paths'

const partOf = (name: string, part: string): string =>
  pathPart({ params: { [name]: part } } as unknown as Request, name)

describe('a parameter of a path', () => {
  it.each(['.', '..'])('is refused when it would lead a call of the API to another path: %s', (segment) => {
    expect(() => partOf('id', segment)).toThrow(PageError)
  })

  it.each(['...', 'a..b', '../x'])('is taken when its encoded form is one segment: %s', (segment) => {
    expect(partOf('id', segment)).toBe(segment)
    expect(new URL(`https://api.test/v1/shares/${encodeURIComponent(segment)}`).pathname).toMatch(
      /^\/v1\/shares\/[^/]+$/,
    )
  })

  it.each(['.', '..', '', 'x', '8a4cc4d2-e8d4-41a3-9e51-1ca3d6191ebb/', '8a4cc4d2e8d441a39e511ca3d6191ebb'])(
    'is refused as the guid of an email: %j',
    (segment) => {
      expect(() => partOf('guid', segment)).toThrow(PageError)
    },
  )
})
