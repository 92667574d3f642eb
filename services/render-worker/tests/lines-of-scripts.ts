import sharp from 'sharp'
import type { Picture } from '../src/engines/engine'

const style = 'font:40px Arial,sans-serif'
const html = `
  <p style="${style}"><font color="#ff0000">骨</font><font color="#0000ff">。</font><font color="#00ff00">骨</font></p>
  <p style="${style}" dir="rtl"><font color="#ff00ff">شكراً</font> <font color="#00ffff">شكرا</font></p>`

/** Tests what no `lang` tells the engine. `draw` draws an email's HTML. */
export function itKeepsScriptsOnTheirLine(draw: (html: string) => Promise<Picture>): void {
  it('a Han full stop without a lang is at the lower left of its square, and a word with a tanwīn on the line of others', async () => {
    const picture = await draw(html)
    const [before, stop, after] = [
      await inkOf(picture, '#f00'),
      await inkOf(picture, '#00f'),
      await inkOf(picture, '#0f0'),
    ]
    expect(Math.abs(after.left - before.left - 80)).toBeLessThanOrEqual(1)
    expect(stop.left).toBeGreaterThan(before.left + 37)
    expect(stop.right).toBeLessThan(before.left + 60)
    expect(stop.top).toBeGreaterThan((before.top + before.bottom) / 2)
    const [marked, bare] = [await inkOf(picture, '#f0f'), await inkOf(picture, '#0ff')]
    expect(Math.abs(marked.bottom - bare.bottom)).toBeLessThanOrEqual(1)
  })
}

/** The box around what has this colour, whose channels are `0` or `f`. */
async function inkOf(
  { png, width }: Picture,
  colour: string,
): Promise<Record<'left' | 'right' | 'top' | 'bottom', number>> {
  const data = await sharp(png).removeAlpha().toColourspace('srgb').raw().toBuffer()
  const isOfColour = (index: number): boolean =>
    [1, 2, 3].every((place) => {
      const channel = data[3 * index + place - 1] ?? 255
      return colour.charAt(place) === 'f' ? channel > 200 : channel < 140
    })
  const ink = [...Array(data.length / 3).keys()].filter(isOfColour)
  const [xs, ys] = [ink.map((index) => index % width), ink.map((index) => Math.floor(index / width))]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}
