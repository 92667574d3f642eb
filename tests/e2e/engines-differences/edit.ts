import type { differenceBody } from '@pas/api-contract/differences'
import type { z } from 'zod'

export type Region = z.output<typeof differenceBody>['regions'][number]

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** HTML before and after, and what has to be told of the two pictures. */
export interface Edit<Picture> {
  name: string
  base: string
  head: string
  check: (regions: readonly Region[], pictures: { base: Picture; head: Picture }) => void | Promise<void>
}

/** The same edit, checked with the PNGs. */
export const readingWith =
  <Picture>(read: (png: Buffer) => Promise<Picture>) =>
  (edit: Edit<Picture>): Edit<Buffer> => ({
    ...edit,
    check: async (regions, { base, head }) =>
      edit.check(regions, { base: await read(base), head: await read(head) }),
  })

export const kindsOf = (regions: readonly Region[]): string[] => regions.map(({ kind }) => kind)

/** The rectangle is the box, and as many rows of what is between blocks as `slack` allows. */
export function expectAround(rect: Region['head'], box: Box, slack: number): void {
  const above = box.top - rect.top
  const below = rect.top + rect.height - (box.top + box.height)
  expect({
    above,
    below,
    isAround: Math.min(above, below) >= -2 && above + below <= slack + 4,
  }).toMatchObject({
    isAround: true,
  })
}
