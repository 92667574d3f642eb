import { substituteFonts } from './steps/substitute-fonts'

/**
 * Android has neither Arial nor Times (HT 2020, fonts). Which families its own stand in for is in AOSP's fonts.xml; Roboto and the
 * Noto fonts may not be installed where we draw, so the nearest that usually is stands behind each.
 */
export const drawAndroidFonts = substituteFonts(
  [
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
  'HT 2020 (fonts); AOSP data/fonts/fonts.xml',
)
