import type { Step } from '../../engine/message'
import type { PageColours } from '../../engine/phone-page'
import { showAsPage } from '../../engine/show-as-page'

/**
 * No doctype of the email is honoured (caniemail html-doctype, 6.0). Quirks mode, margins and the text size are
 * engineering defaults. Words break everywhere (caniemail css-word-break note 2).
 */
const pageIn = ({ page, text, link }: PageColours): Step =>
  showAsPage({
    css: `html{font:16px/1.4 Roboto,Arial,sans-serif;color:${text};background:${page};word-wrap:break-word}
:where(body){margin:8px}
:where(body:not([link]) a[href]){color:${link}}`,
    doctype: 'quirks',
  })

const lightPage: PageColours = { page: '#fff', text: '#000', link: '#0072de' }
/** Engineering default: the page has the black of One UI's dark mode. */
const darkPage: PageColours = { page: '#000', text: '#fafafa', link: '#3e91ff' }

export const samsungPage = pageIn(lightPage)
export const samsungDarkPage = pageIn(darkPage)
