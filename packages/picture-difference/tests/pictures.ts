import sharp from 'sharp'

/** Rows of a picture. Each pixel is a grey, or a number of 24 bits when it is above 255. */
export type Row = readonly number[]

export const width = 200
const white: Row = new Array<number>(width).fill(255)

export const gap = (rows: number): Row[] => Array.from({ length: rows }, () => white)

/** Rows with different content, the same for the same seed, between margins of 20 pixels. */
export const block = (seed: number, rows: number, ink = 0): Row[] =>
  Array.from({ length: rows }, (_, y) =>
    Array.from({ length: width }, (_, x) => {
      const isInk =
        x === 20 || x === width - 21 || ((x * 31 + y * 17 + seed * 101) ^ (x * y + seed)) % 5 === 0
      return x >= 20 && x < width - 20 && isInk ? ink : 255
    }),
  )

export async function png(rows: readonly Row[]): Promise<Buffer> {
  const wide = rows[0]?.length ?? 0
  const pixels = Buffer.alloc(wide * rows.length * 3)
  let at = 0
  for (const row of rows)
    for (const pixel of row) at = pixels.writeUIntBE(pixel > 255 ? pixel : pixel * 0x10101, at, 3)
  return sharp(pixels, { raw: { width: wide, height: rows.length, channels: 3 } })
    .png()
    .toBuffer()
}
