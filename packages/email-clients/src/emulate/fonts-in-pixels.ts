/** The fonts that have a twin whose letters are as wide as GDI makes them (bin/src/fonts/twins, `inPixels`). */
const families = ['Georgia']
const styles = ['Regular', 'Bold', 'Italic', 'Bold Italic'] as const

/**
 * Style rules for programs that lay out text by GDI: every letter is a whole number of pixels of the screen wide (Microsoft, "Advantages of
 * DirectWrite over GDI"), so that lines break elsewhere. They give the names of fonts to twins that an engine draws so at each size.
 */
export const fontsInPixels = (dpi: 96 | 120): string =>
  families.flatMap((family) => styles.map((style) => faceOf(family, style, dpi))).join('')

function faceOf(family: string, style: (typeof styles)[number], dpi: 96 | 120): string {
  const weight = style.includes('Bold') ? 700 : 400
  const slope = style.includes('Italic') ? 'italic' : 'normal'
  const twin = `Twin of ${family} in pixels of ${dpi} dpi ${style}`
  return `@font-face{font-family:"${family}";font-weight:${weight};font-style:${slope};src:local("${twin}")}\n`
}
