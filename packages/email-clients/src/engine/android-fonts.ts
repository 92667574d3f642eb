import { substituteFonts, type FontSubstitution } from './steps/substitute-fonts'

const missing =
  'segoe ui,segoe ui semibold,segoe ui light,segoe ui semilight,calibri,calibri light,cambria,consolas,trebuchet ms,impact,comic sans ms,' +
  'arial black,arial narrow,century gothic,palatino linotype,book antiqua,garamond,lucida sans unicode,lucida console'

/**
 * Android lacks Arial and Times (HT 2020, fonts); AOSP's fonts.xml says what replaces them. We have Roboto and Noto
 * Serif, and use similar fonts for the others.
 */
const substitutions: readonly FontSubstitution[] = [
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
]
const sansSerif = 'Roboto,Arial'
const source = 'HT 2020 (fonts); AOSP data/fonts/fonts.xml'

/** An app's WebView draws lists of unknown families in sans-serif. */
export const drawAndroidFonts = substituteFonts(
  substitutions,
  sansSerif,
  source,
  'Android, WebSettings: getStandardFontFamily is sans-serif by default',
)
/** No source says how a browser on Android draws unknown families. */
export const drawAndroidBrowserFonts = substituteFonts(substitutions, sansSerif, source)
