import { fontsInPixels } from '../../engine/fonts-in-pixels'
import { showAsPage } from '../../engine/show-as-page'
import { cellEdges } from './steps/mark-cell-edges'

/**
 * As in the pictures that `corrections` in `support` cites. Internet Explorer is always in quirks mode: a width
 * includes padding and border (MSDN, CSS enhancements in Internet Explorer 6), a table inherits no font. Our page has a
 * doctype, because our engine's quirks mode would remove the space below pictures. No kerning or ligatures (MSDN,
 * font-feature-settings: since version 10). An image that is off is a box with our engine's icon, not a cross.
 */
const css = `${fontsInPixels('Internet Explorer')}html{font:16px/normal "Times New Roman",Times,serif;font-kerning:none;font-variant-ligatures:none;color:#000}
:where(body){margin:15px 10px;background:#fff}
:where(p,h1,h2,h3,h4,h5,h6,ul,ol,dl,pre,blockquote){margin-top:14pt;margin-bottom:14pt}
:where(ul,ol){margin-inline-start:40px;padding:0}
:where(:is(ul,ol) :is(ul,ol)){margin-top:0;margin-bottom:0}
:where(table){font-size:16px;font-weight:400;font-style:normal;line-height:normal;white-space:normal;text-align:left}
:where([${cellEdges.start}]){margin-top:0}
:where([${cellEdges.end}]){margin-bottom:0}
:where(*){box-sizing:border-box}
:where(img:not([src])){display:inline-block;overflow:hidden;box-sizing:border-box;min-width:28px;min-height:28px;padding:4px;border:1px solid #b0b0b0;background:#fff;font-size:13px}`

export const notesPage = showAsPage({ css, doctype: 'standards' })
