import { substituteFonts } from './steps/substitute-fonts'

/** What a Mac has, by itself or with Office, and no iPhone or iPad. */
const missing =
  'arial black,arial narrow,calibri,calibri light,cambria,comic sans ms,impact,lucida grande,tahoma'

/** WebKit draws with what a Mac has; of that, iOS lacks some. A list of nothing else is drawn in its standard font. */
export const drawIosFonts = substituteFonts(
  [{ names: missing.split(','), drawn: null }],
  'Times',
  'Apple, System Fonts (developer.apple.com/fonts/system-fonts), 2024',
)
