import { substituteFonts } from './steps/substitute-fonts'

/** Fonts that a Mac has, by itself or with Office, and that an iPhone or iPad does not have. */
const missing =
  'arial black,arial narrow,calibri,calibri light,cambria,comic sans ms,impact,lucida grande,tahoma'

/** Removes fonts that iOS lacks, because our WebKit has a Mac's. An empty list is drawn in iOS's standard font. */
export const drawIosFonts = substituteFonts(
  [{ names: missing.split(','), drawn: null }],
  'Times',
  'Apple, System Fonts (developer.apple.com/fonts/system-fonts), 2024',
)
