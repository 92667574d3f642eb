import type { Colour } from '../../engine/dark/colour'

/** WebKit's InvertLightnessFilterOperation (FilterOperation.cpp): a row for each channel of the result. */
const toDarkMode = [
  [-0.77, 0.059, -0.089, 1],
  [0.03, -0.741, -0.089, 1],
  [0.03, 0.059, -0.89, 1],
] as const

/** WebKit's `apple-invert-lightness()`: turns the hue by 180° in HSL, then inverts, which turns it back. */
export function invertLikeWebkit(colour: Colour): Colour {
  const { r, g, b } = colour
  const sum = Math.max(r, g, b) + Math.min(r, g, b)
  // Mirroring each channel at the middle of the largest and smallest turns the hue by 180° in HSL.
  const turned = [sum - r, sum - g, sum - b] as const
  const [red = 0, green = 0, blue = 0] = toDarkMode.map(([fromRed, fromGreen, fromBlue, constant]) =>
    Math.min(1, Math.max(0, fromRed * turned[0] + fromGreen * turned[1] + fromBlue * turned[2] + constant)),
  )
  return { ...colour, r: red, g: green, b: blue }
}
