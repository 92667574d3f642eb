import type { LoadedPage } from '../chromium/prepared-page'

const hasControls = /<(?:button|select)\b/i

/**
 * What the Elastic skin's script (`bootstrap_style` and `pretty_select` in its ui.js) does to a message: it gives the controls in it the
 * looks of its own. That script does not run; all else of it concerns what is around the message.
 */
const dress = `for (const button of Document.prototype.querySelectorAll.call(document, '#messagebody button')) {
  button.classList.add('btn', 'btn-secondary')
}
for (const select of Document.prototype.querySelectorAll.call(document, '#messagebody select')) {
  select.classList.add('form-control', 'custom-select')
  if (!select.multiple) select.classList.add('pretty-select')
}`

/** It runs in a world of its own, where nothing of the page's can stand in for what is called. */
export async function dressControls({ session, worldId }: LoadedPage, html: string): Promise<void> {
  if (!hasControls.test(html)) return
  await session.send('Runtime.evaluate', {
    expression: dress,
    contextId: worldId,
    silent: true,
    timeout: 1_000,
  })
}
