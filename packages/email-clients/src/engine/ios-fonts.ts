import { substituteFonts } from './steps/substitute-fonts'

/** A Mac has these fonts, by itself or with Office; iOS does not. */
const missing =
  'arial black,arial narrow,calibri,calibri light,cambria,comic sans ms,impact,lucida grande,tahoma'

/** Our WebKit has a Mac's fonts. A list without any of iOS's is drawn in its standard font. */
export const drawIosFonts = substituteFonts(
  [{ names: missing.split(','), drawn: null }],
  'Times',
  'Apple, System Fonts (developer.apple.com/fonts/system-fonts), 2024',
)
