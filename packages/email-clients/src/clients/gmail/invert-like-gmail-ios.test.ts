import { lightnessOf, readColour, writeColour, type Colour } from '../../engine/dark/colour'
import { invertLikeGmailIos } from './invert-like-gmail-ios'

const colourOf = (css: string): Colour => {
  const colour = readColour(css)
  if (!colour) throw new Error(`${css} is no colour`)
  return colour
}
const channels = (colour: Colour): number[] =>
  [colour.r, colour.g, colour.b].map((one) => Math.round(one * 255))

describe('the dark theme of Gmail on iOS', () => {
  // The middles of the twelve fields of hteumeuleu.com, uploads/2021/04/gmail-ios-test-card.jpg (2021-04-09): the
  // pixels of a Display P3 screen, converted to sRGB.
  it.each([
    ['#ffffff', [32, 33, 37], 3],
    ['#dddddd', [61, 62, 66], 3],
    ['#aaaaaa', [102, 107, 110], 5],
    ['#777777', [150, 151, 153], 3],
    ['#444444', [196, 196, 196], 3],
    ['#000000', [255, 255, 255], 0],
    ['#ffff00', [26, 40, 5], 16],
    ['#00ffff', [5, 57, 62], 8],
    ['#00ff00', [6, 67, 9], 8],
    ['#ff00ff', [192, 34, 195], 4],
    ['#ff0000', [231, 31, 28], 18],
    ['#0000ff', [188, 140, 241], 20],
  ])('makes %s %j, at most %i of 255 off in any channel', (before, measured, tolerance) => {
    const drawn = invertLikeGmailIos(colourOf(before), 'background')
    if (!drawn) throw new Error('it stays')
    const off = channels(drawn).map((channel, index) => Math.abs(channel - (measured[index] ?? 0)))
    expect({ drawn: writeColour(drawn), off: Math.max(...off) <= tolerance }).toEqual({
      drawn: writeColour(drawn),
      off: true,
    })
  })

  it('makes lighter colours darker, keeps transparency, and does not change shadows and gradients', () => {
    const greys = [0, 51, 102, 153, 204, 255].map((v) => colourOf(`rgb(${v},${v},${v})`))
    const drawn = greys.map((grey) => lightnessOf(invertLikeGmailIos(grey, 'text') ?? grey))
    expect(drawn).toEqual([...drawn].sort((one, other) => other - one))
    expect(invertLikeGmailIos(colourOf('#00000080'), 'text')?.alpha).toBeCloseTo(0.5, 1)
    expect(invertLikeGmailIos(colourOf('#fff'), 'gradient')).toBeNull()
    expect(invertLikeGmailIos(colourOf('#fff'), 'other')).toBeNull()
  })
})
