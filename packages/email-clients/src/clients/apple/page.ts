import type { ChangeKind } from '../../engine/change-log'
import type { Frame } from '../../engine/emulated-document'
import { elementsIn, findAttribute } from '../../engine/html-tree'
import type { Message, Step } from '../../engine/message'
import { setViewport } from '../../engine/steps/set-viewport'
import { videoCss } from '../../engine/steps/show-posters'
import { showAsPage } from '../../engine/show-as-page'

/**
 * `word-break`, `word-wrap`: caniemail issue 394. iOS has #1c1c1e (Action Rocket, 2020-10-15); a Mac's #1e1e1e, sizes
 * and margins are engineering defaults. Evidence: text without a font is sans-serif (macrumors.com, thread 2039571);
 * lines are the font's own (Chuabacca); `body{margin:0}` removes the space (EDMdesigner, lesson03).
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
 * Detected dates and flights keep the text's colour (WebKit, DataDetection.mm). Engineering default: which kinds are
 * light links.
 */
const lightLinks = ':where(a[x-apple-data-detectors-type=calendar-event],a[x-apple-data-detectors-type=misc])'

/** The profile looks for this rule in the change log. */
export const autoScaleOff = 'auto-scale-off'

const systemFonts = '-apple-system,"SF Pro Text","Helvetica Neue",Helvetica,Arial,sans-serif'

export function mobilePage(screen: Frame): Step {
  const isTablet = Math.min(screen.width, screen.height) >= 700
  const margin = isTablet ? '10px 20px 5px' : '6px 16px 5px'
  const show = showAsPage({ css: pageCss(`17px ${systemFonts}`, margin, '#1c1c1e'), doctype: 'as sent' })
  const fit = setViewport(viewportOf, { kept: true })
  return (message) => {
    fit(message)
    show(message)
  }
}

export const desktopPage: Step = showAsPage({
  css: pageCss('12px Helvetica,"Helvetica Neue",Arial,sans-serif', '8px 16px', '#1e1e1e'),
  doctype: 'as sent',
})

/** Turns automatic scaling off as `shrink-to-fit=no` does if the email asks for it (HT 2016, iOS 10). */
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
