/** The fonts of `pixelTwins` in tools/fonts/src/twins.ts. */
const families = ['Georgia', 'Arial', 'Times New Roman']
const styles = ['Regular', 'Bold', 'Italic', 'Bold Italic'] as const

export type PixelProgram = 'Word at 96 dpi' | 'Word at 120 dpi' | 'Internet Explorer'

/**
 * With GDI, letters are whole screen pixels wide (Microsoft, "Introducing DirectWrite"), so lines break elsewhere. The
 * CSS maps fonts to twins of such widths.
 */
export const fontsInPixels = (program: PixelProgram): string =>
  families.flatMap((family) => styles.map((style) => faceOf(family, style, program))).join('')

function faceOf(family: string, style: (typeof styles)[number], program: PixelProgram): string {
  const weight = style.includes('Bold') ? 700 : 400
  const slope = style.includes('Italic') ? 'italic' : 'normal'
  const twin = `Twin of ${family} in ${program} ${style}`
  return `@font-face{font-family:"${family}";font-weight:${weight};font-style:${slope};src:local("${twin}")}\n`
}
