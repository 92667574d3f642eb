/**
 * The fonts that emails name and nobody may hand on: for each one the build makes a twin of the same measures
 * (tools/fonts, ADR 31).
 */
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

/** What fontconfig knows a twin by: no email names it, and no font's reserved name is in it. */
export const twinName = (family: string): string => `Twin of ${family}`
