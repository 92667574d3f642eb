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

/** Contains no font's reserved name, and no email asks for it. */
export const twinName = (family: string): string => `Twin of ${family}`
