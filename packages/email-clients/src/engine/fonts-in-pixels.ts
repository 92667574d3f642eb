/** The fonts that have twins with widths in whole pixels (tools/fonts/src/twins, `pixelTwins`). */
const families = ['Georgia', 'Arial', 'Times New Roman']
const styles = ['Regular', 'Bold', 'Italic', 'Bold Italic'] as const

/** A program that lays out text with GDI, and its screen. */
export type PixelProgram = 'Word at 96 dpi' | 'Word at 120 dpi' | 'Internet Explorer'

/**
 * Returns style rules for a program that lays out text with GDI. There every letter is a whole number of screen pixels
 * wide (Microsoft, "Introducing DirectWrite"), so lines break elsewhere. The rules map font names to twins with such
 * widths at each size.
 */
export const fontsInPixels = (program: PixelProgram): string =>
  families.flatMap((family) => styles.map((style) => faceOf(family, style, program))).join('')

function faceOf(family: string, style: (typeof styles)[number], program: PixelProgram): string {
  const weight = style.includes('Bold') ? 700 : 400
  const slope = style.includes('Italic') ? 'italic' : 'normal'
  const twin = `Twin of ${family} in ${program} ${style}`
  return `@font-face{font-family:"${family}";font-weight:${weight};font-style:${slope};src:local("${twin}")}\n`
}
