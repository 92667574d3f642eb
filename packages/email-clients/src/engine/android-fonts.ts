import { substituteFonts } from './steps/substitute-fonts'

/** Fonts that Windows has and Android does not. */
const missing =
  'segoe ui,segoe ui semibold,segoe ui light,segoe ui semilight,calibri,calibri light,cambria,consolas,trebuchet ms,impact,comic sans ms,' +
  'arial black,arial narrow,century gothic,palatino linotype,book antiqua,garamond,lucida sans unicode,lucida console'

/**
 * Android has neither Arial nor Times (HT 2020, fonts). AOSP's fonts.xml says which of its fonts replace which
 * families. We have Roboto and Noto Serif of them; for the others the most similar font is used.
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
