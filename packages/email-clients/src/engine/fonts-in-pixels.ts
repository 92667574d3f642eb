/** The fonts that have twins for such programs (tools/fonts/src/twins, `pixelTwins`). */
const families = ['Georgia', 'Arial', 'Times New Roman']
const styles = ['Regular', 'Bold', 'Italic', 'Bold Italic'] as const

/** What lays out text by GDI, on which screen. */
export type PixelProgram = 'Word at 96 dpi' | 'Word at 120 dpi' | 'Internet Explorer'

/**
 * Style rules for programs that lay out text by GDI: every letter is a whole number of the screen's pixels wide (Microsoft, "Introducing
 * DirectWrite"), so that lines break elsewhere. They give the names of fonts to twins that are so at each size.
 */
export const fontsInPixels = (program: PixelProgram): string =>
  families.flatMap((family) => styles.map((style) => faceOf(family, style, program))).join('')

function faceOf(family: string, style: (typeof styles)[number], program: PixelProgram): string {
  const weight = style.includes('Bold') ? 700 : 400
  const slope = style.includes('Italic') ? 'italic' : 'normal'
  const twin = `Twin of ${family} in ${program} ${style}`
  return `@font-face{font-family:"${family}";font-weight:${weight};font-style:${slope};src:local("${twin}")}\n`
}
