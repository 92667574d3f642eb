import { settleSource } from '../gecko/gecko-source'

/**
 * The half of the Firefox program that runs in the document's process, in a world of its own (a frame script): the page's scripts stay off
 * and nothing of the page's can stand in for what is called.
 */
export const documentSource = `
  ${settleSource}
  /** As the apps do it, by zoom: media queries and vw still see the screen. */
  const zoomOut = (element) => {
    const shown = element.clientWidth
    const needed = element.scrollWidth
    if (needed > shown && shown > 0) element.style.zoom = String(shown / needed)
  }

  const wholePixels = ({ left, top, right, bottom }) => {
    const x = Math.max(0, Math.floor(left))
    const y = Math.max(0, Math.floor(top))
    return { x, y, width: Math.max(1, Math.ceil(right) - x), height: Math.max(1, Math.ceil(bottom) - y) }
  }

  const measure = async ({ selector, zoomsOut, timeoutMs }) => {
    const { document } = content
    const element = selector === null ? null : document.querySelector(selector)
    if (selector !== null && element === null) throw new Error('the document has no element to capture')
    await settle(document, timeoutMs)
    if (zoomsOut) zoomOut(element ?? document.documentElement)
    return { area: element ? wholePixels(element.getBoundingClientRect()) : pageArea(document) }
  }

  addMessageListener('pas:measure', async ({ data }) => {
    try {
      sendAsyncMessage('pas:measured', { value: await measure(data) })
    } catch (error) {
      sendAsyncMessage('pas:measured', { error: String(error.message) })
    }
  })

  /** Answers when the window has the shape it was given, which comes to this process by a way of its own. */
  addMessageListener('pas:shape', async ({ data }) => {
    const { width, height, deviceScaleFactor, colorScheme, timeoutMs } = data
    const query = '(width: ' + width + 'px) and (height: ' + height + 'px) and (resolution: ' + deviceScaleFactor + 'dppx)'
    const shape = content.matchMedia(query + ' and (prefers-color-scheme: ' + colorScheme + ')')
    const until = Date.now() + timeoutMs
    while (!shape.matches && Date.now() < until) await new Promise((resolve) => content.setTimeout(resolve, 2))
    sendAsyncMessage('pas:shaped', shape.matches ? { value: null } : { error: 'the window did not take its shape' })
  })
`
