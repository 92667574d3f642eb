import type { Frame } from '../../engine/emulated-document'
import { findAttribute, setAttribute } from '../../engine/html-tree'
import { fontsInPixels } from '../../engine/fonts-in-pixels'
import { showAsPage } from '../../engine/show-as-page'
import type { Step } from '../../engine/message'
import { listIndent } from './steps/paragraphs/paragraph-format'
import { densityOf120Dpi } from './steps/scale-for-dpi'
import type { WordVersion } from './word-version'

/**
 * In a window of 1,366 px: the width in pixels of the screen, the margins in CSS pixels. Measured in
 * EDMdesigner/modern-html-email-tutorial, c113fc4, lesson03, 09 and 10, 2016-12 to 2017-05.
 */
interface Pane {
  width: number
  margins: { top: number; side: number }
  font: string
  /** Letters stand at whole pixels of the screen up to 2013, as widths of words in these pictures show. */
  isInPixels: boolean
}

const timesNewRoman = '12pt "Times New Roman",serif'
const windowOf2007: Pane = {
  width: 1319,
  margins: { top: 15, side: 10 },
  font: timesNewRoman,
  isInPixels: true,
}
const windowOf2013: Pane = { ...windowOf2007, width: 1332 }
const windowOf2016: Pane = { ...windowOf2013, isInPixels: false }
const windowsMail: Pane = {
  width: 1313,
  margins: { top: 11, side: 10 },
  font: '12pt Calibri,sans-serif',
  isInPixels: false,
}

export function paneOf(version: WordVersion, isWindowsMail: boolean): Pane {
  if (isWindowsMail) return windowsMail
  if (version < 2013) return windowOf2007
  return version < 2016 ? windowOf2013 : windowOf2016
}

/**
 * Word ignores the doctype (caniemail html-doctype note 2, 2019-07) and reads no media query, so the scheme stays
 * light.
 */
export function wordFrame({ width }: Pane, dpi: 96 | 120): Frame {
  const density = dpi === 120 ? densityOf120Dpi : 1
  return {
    width: Math.floor(width / density),
    height: 768,
    deviceScaleFactor: density,
    mobile: false,
    colorScheme: 'light',
  }
}

/** Engineering default: the colour to which Office's black theme darkens white. */
export const blackThemeBackground = '#262626'

/**
 * Times New Roman, 12 pt (HT 2019); in Windows 10 Mail Calibri (lesson03). Engineering default: underlined links.
 * Evidence: Outlook 2007 to 2013 (Chuabacca/code-challenge-two, 2015). Word kerns only if a style asks.
 */
const pageCss = (
  { margins: { top, side }, font, isInPixels }: Pane,
  dpi: 96 | 120,
): string => `${isInPixels ? fontsInPixels(`Word at ${dpi} dpi`) : ''}body{margin:${top}px ${side}px;font:${font};font-kerning:none}
p,h1,h2,h3,h4,h5,h6{margin-top:14pt;margin-bottom:14pt}
ul,ol{margin:0;margin-inline-start:${listIndent}px;padding:0}
ul>li,ol>li{display:block}
a[href]{text-decoration:underline}`

type PageColours = Readonly<Record<'bgcolor' | 'text' | 'link' | 'vlink', string>>

/** The colours are attributes of `<body>`, so that the email's own win, even those in attributes. */
function wordPage(pane: Pane, dpi: 96 | 120, colours: PageColours): Step {
  const showMessage = showAsPage({ css: pageCss(pane, dpi), doctype: 'quirks' })
  return (message) => {
    showMessage(message)
    for (const [name, colour] of Object.entries(colours)) {
      if (findAttribute(message.body, name) === null) setAttribute(message.body, name, colour)
    }
  }
}

/** Links are blue as in Word's own emails: `a:link{color:blue}`. */
const light: PageColours = {
  bgcolor: '#ffffff',
  text: '#000000',
  link: '#0000ff',
  vlink: '#0000ff',
}

const dark: PageColours = {
  bgcolor: blackThemeBackground,
  text: '#ffffff',
  link: '#6ea8ff',
  vlink: '#6ea8ff',
}

export const showInPane = (pane: Pane, dpi: 96 | 120, isDark: boolean): Step =>
  wordPage(pane, dpi, isDark ? dark : light)
