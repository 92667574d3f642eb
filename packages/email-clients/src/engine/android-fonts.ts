import { substituteFonts } from './steps/substitute-fonts'

/** What Windows has, and no Android. */
const missing =
  'segoe ui,segoe ui semibold,segoe ui light,segoe ui semilight,calibri,calibri light,cambria,consolas,trebuchet ms,impact,comic sans ms,' +
  'arial black,arial narrow,century gothic,palatino linotype,book antiqua,garamond,lucida sans unicode,lucida console'

/**
 * Android has neither Arial nor Times (HT 2020, fonts). Which families its own stand in for is in AOSP's fonts.xml. Of its fonts we have Roboto and
 * Noto Serif; the nearest stands behind the others.
 */
export const drawAndroidFonts = substituteFonts(
  [
    { names: missing.split(','), drawn: null },
    {
      names: ['arial', 'helvetica', 'tahoma', 'verdana', 'roboto', 'sans-serif', 'system-ui'],
      drawn: 'Roboto,Arial',
    },
    {
      names: 'noto serif,times,times new roman,palatino,georgia,baskerville,goudy,fantasy,serif'.split(','),
      drawn: 'Noto Serif,Times New Roman',
    },
    {
      names: ['monaco', 'sans-serif-monospace', 'monospace'],
      drawn: 'Droid Sans Mono,DejaVu Sans Mono,Courier New',
    },
    { names: ['courier', 'courier new'], drawn: 'Cutive Mono,Courier New' },
  ],
  'Roboto,Arial',
  'HT 2020 (fonts); AOSP data/fonts/fonts.xml',
)
