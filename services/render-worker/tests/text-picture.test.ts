import { leastThreadMs } from '@pas/testing/processor-time'
import sharp from 'sharp'
import type { Engine, Picture } from '../src/engines/engine'
import { terminalSvg } from '../src/engines/text/terminal-svg'
import { startTestText } from './test-text'

const margin = 16
const cell = { width: 9, height: 18 }

describe('the picture of a text', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await startTestText()
  })

  const draw = (text: string, columns = 80): Promise<Picture> =>
    engine.capture({ kind: 'text', text, columns }, AbortSignal.timeout(20_000))

  /** Whether something is drawn in these cells of a line. */
  async function isInked({ png }: Picture, line: number, column: number, columns = 1): Promise<boolean> {
    const { data } = await sharp(png)
      .extract({
        left: margin + column * cell.width,
        top: margin + line * cell.height,
        width: columns * cell.width,
        height: cell.height,
      })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return data.some((value) => value < 128)
  }

  it('is as wide as its columns and as high as its lines', async () => {
    expect(await draw('one\ntwo\n')).toMatchObject({
      width: 80 * cell.width + 2 * margin,
      height: 2 * cell.height + 2 * margin,
      truncated: false,
    })
  })

  it.each([
    ['plain', 'ab  |', 4],
    ['wide', '日本|', 4],
    ['combined', 'e\u0301e\u0301  |', 4],
    ['markup', '<&> |', 4],
  ])('puts %s characters into their cells', async (_kind, text, column) => {
    const picture = await draw(`${text}\n`)
    expect(await isInked(picture, 0, 0)).toBe(true)
    expect(await isInked(picture, 0, column)).toBe(true)
    expect(await isInked(picture, 0, column + 1, 10)).toBe(false)
  })

  it('draws a letter with a combining accent as the letter that has it', async () => {
    expect((await draw('e\u0301te\u0301\n')).png.equals((await draw('été\n')).png)).toBe(true)
  })

  it('is drawn also of characters that XML forbids', async () => {
    const picture = await draw('a\u0000\u0008\ufffe\ud800b|\n')
    expect(await isInked(picture, 0, 0)).toBe(true)
  })

  it('is drawn of an empty text, too', async () => {
    expect(await draw('')).toMatchObject({ height: cell.height + 2 * margin })
  })

  it('ends at 16,384 device pixels, truncated, with its last lines drawn', async () => {
    const picture = await draw('x\n'.repeat(5_000))
    expect(picture).toMatchObject({ height: 908 * cell.height + 2 * margin, truncated: true })
    expect(await isInked(picture, 907, 0)).toBe(true)
  })

  it('is the same, byte for byte, every time', async () => {
    const text = 'The quick brown fox 日本語 שלום 😀\n'.repeat(300)
    expect((await draw(text)).png.equals((await draw(text)).png)).toBe(true)
  })

  it('is refused for HTML, which other engines draw', async () => {
    const frame = { width: 1, height: 1, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' } as const
    await expect(
      engine.capture({ kind: 'html', html: '', frame, captureSelector: null }, AbortSignal.timeout(1_000)),
    ).rejects.toMatchObject({ kind: 'unsupported_document' })
  })

  it('costs little more when its lines are much longer than the terminal is wide', () => {
    const linesOf = (length: number): string[] => Array.from({ length: 200 }, () => 'é'.repeat(length))
    const fitting = leastThreadMs(() => terminalSvg(linesOf(80), 80))
    expect(leastThreadMs(() => terminalSvg(linesOf(1_280), 80))).toBeLessThan(4 * fitting + 10)
  })
})
