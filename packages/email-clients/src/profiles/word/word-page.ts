import type { Frame } from '../../emulate/emulated-document'
import { showAsPage } from '../../emulate/show-as-page'
import type { Step } from '../../emulate/message'
import { densityOf120Dpi } from './steps/scale-for-dpi'

/** Engineering default: a reading pane, between 800 and 1,000 px wide where anybody has told. */
const readingPane: Frame = {
  width: 900,
  height: 768,
  deviceScaleFactor: 1,
  mobile: false,
  colorScheme: 'light',
}

/** Behind a doctype Word draws as without (caniemail html-doctype note 2, 2019-07). Dark or light is no concern of an email's: Word reads no media query. */
export function wordFrame(dpi: 96 | 120): Frame {
  return { ...readingPane, deviceScaleFactor: dpi === 120 ? densityOf120Dpi : 1 }
}

/** What white becomes in Office's black theme; an engineering default. */
export const blackThemeBackground = '#262626'

/**
 * Engineering defaults where Word's own are not published: Times New Roman, 12 pt (HT 2019), links blue and underlined (as in the
 * style sheet Word writes: a:link, color:blue), some 8 px around.
 */
const pageCss = (background: string, color: string, link: string): string => `html{background:${background}}
body{margin:8px;color:${color};font:12pt "Times New Roman",serif}
a[href]{color:${link};text-decoration:underline}
img{max-width:none}`

export const lightPage: Step = showAsPage({ css: pageCss('#fff', '#000', '#00f'), doctype: 'quirks' })

export const darkPage: Step = showAsPage({
  css: pageCss(blackThemeBackground, '#fff', '#6ea8ff'),
  doctype: 'quirks',
})
