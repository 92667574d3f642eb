/** Fonts whose licences forbid redistribution: the build makes twins with the same measures (ADR 31). */
export const twinFamilies: readonly string[] = [
  'Georgia',
  'Segoe UI',
  'Segoe UI Light',
  'Segoe UI Semibold',
  'Trebuchet MS',
  'Verdana',
  'Tahoma',
  'Lucida Grande',
  'Lucida Sans Unicode',
  'Lucida Console',
  'Consolas',
  'Comic Sans MS',
  'Impact',
  'Arial Black',
  'Century Gothic',
  'Palatino Linotype',
  'Garamond',
  'Cambria',
  'Helvetica Neue',
  'San Francisco',
  'Avenir',
  'Avenir Next',
]

/** The family name of a twin in fontconfig. No email uses such a name, and it contains no font's reserved name. */
export const twinName = (family: string): string => `Twin of ${family}`
