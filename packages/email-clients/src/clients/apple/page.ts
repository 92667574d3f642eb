import type { ChangeKind } from '../../engine/change-log'
import type { Frame } from '../../engine/emulated-document'
import { elementsIn, findAttribute } from '../../engine/html-tree'
import type { Message, Step } from '../../engine/message'
import { setViewport } from '../../engine/steps/set-viewport'
import { videoCss } from '../../engine/steps/show-posters'
import { showAsPage } from '../../engine/show-as-page'

/**
 * caniemail issue 394, 2024-01-31: `word-break: break-word` is Mail's default; css-word-break note 2: `word-wrap` too. Sizes, margins and the
 * colours of a dark page are engineering defaults: system text at 17 px on a phone, Helvetica 12 on a Mac. The space around a message
 * is a margin of the body, as `body{margin:0}` takes it away (EDMdesigner/modern-html-email-tutorial, lesson03, iPhone 5s to 7, iPad and
 * Mail 9 and 10, 2016-12): as a padding it would widen an email whose body is 100 % wide. Nothing has specificity: an email's own
 * styles win.
 */
function pageCss(font: string, margin: string, dark: string): string {
  return `html{font:${font};color:#000;word-wrap:break-word;word-break:break-word}
:where(body){margin:${margin}}
:where(body:not([link]) a[href]){color:#007aff}
${lightLinks}{color:inherit;text-decoration-color:color-mix(in srgb,currentcolor 26%,transparent)}
:where(pre){white-space:pre-wrap}
${videoCss}
@media (prefers-color-scheme:dark){html{background:${dark};color:#fff}:where(body:not([link]) a[href]){color:#0a84ff}${lightLinks}{color:inherit}}`
}

/**
 * Dates, flights and the like have the colour of the text around them and a paler line; addresses of the web, e-mail and places, and
 * telephone numbers look like any link (email-bugs and the pictures above, 2017). WebKit, DataDetection.mm, calls the former light links;
 * which kinds they are it leaves to a framework of the system: an engineering default.
 */
const lightLinks = ':where(a[x-apple-data-detectors-type=calendar-event],a[x-apple-data-detectors-type=misc])'

/** The rule that is reported of an email which is not to be scaled. */
export const autoScaleOff = 'auto-scale-off'

const systemFonts = '-apple-system,"SF Pro Text","Helvetica Neue",Helvetica,Arial,sans-serif'

/** Mail on a phone or tablet: the layout viewport is the device's width, and what is wider is shown smaller. */
export function mobilePage(screen: Frame): Step {
  const isTablet = Math.min(screen.width, screen.height) >= 700
  const margin = isTablet ? '10px 20px 5px' : '6px 16px 5px'
  const show = showAsPage({ css: pageCss(`17px/1.3 ${systemFonts}`, margin, '#1c1c1e'), doctype: 'as sent' })
  const fit = setViewport(viewportOf, { kept: true })
  return (message) => {
    fit(message)
    show(message)
  }
}

/** Mail on a Mac: the message pane is the page. */
export const desktopPage: Step = showAsPage({
  css: pageCss('12px/1.3 Helvetica,"Helvetica Neue",Arial,sans-serif', '8px 16px', '#1e1e1e'),
  doctype: 'as sent',
})

/** `x-apple-disable-message-reformatting` switches the automatic scaling off (HT 2016, iOS 10); so WebKit's own word for it goes in. */
function viewportOf({ document, changes }: Message): string {
  const isOff = elementsIn(document).some(
    (element) =>
      element.tagName === 'meta' &&
      findAttribute(element, 'name')?.trim().toLowerCase() === 'x-apple-disable-message-reformatting',
  )
  if (!isOff) return 'width=device-width'
  const kind: ChangeKind = {
    rule: autoScaleOff,
    what: 'x-apple-disable-message-reformatting',
    source: 'HT 2016, iOS 10',
  }
  changes.record(kind, null)
  return 'width=device-width,shrink-to-fit=no'
}
