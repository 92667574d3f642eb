import type { Frame } from '../../emulate/emulated-document'
import { findAttribute, setAttribute } from '../../emulate/html-tree'
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
 * Engineering defaults where Word's own are not published: Times New Roman, 12 pt (HT 2019), links underlined, some 8 px around.
 */
const pageCss = `body{margin:8px;font:12pt "Times New Roman",serif}
a[href]{text-decoration:underline}`

type PageColours = Readonly<Record<'bgcolor' | 'text' | 'link' | 'vlink', string>>

/** Colours are attributes of `<body>`, so that the email's own win, attributes too. */
function wordPage(colours: PageColours): Step {
  const showMessage = showAsPage({ css: pageCss, doctype: 'quirks' })
  return (message) => {
    showMessage(message)
    for (const [name, colour] of Object.entries(colours)) {
      if (findAttribute(message.body, name) === null) setAttribute(message.body, name, colour)
    }
  }
}

/** Links are blue in the style sheet Word writes into its own emails: `a:link{color:blue}`. */
export const lightPage: Step = wordPage({
  bgcolor: '#ffffff',
  text: '#000000',
  link: '#0000ff',
  vlink: '#0000ff',
})

export const darkPage: Step = wordPage({
  bgcolor: blackThemeBackground,
  text: '#ffffff',
  link: '#6ea8ff',
  vlink: '#6ea8ff',
})
