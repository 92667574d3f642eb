/* global Ci, ChromeUtils, IOUtils */
/* exported loaded, savePicture */

/** Resolves when a document is loaded with all resources while `isMeant()`. */
const loaded = (browser, isMeant) =>
  new Promise((resolve) => {
    const { STATE_STOP, STATE_IS_WINDOW } = Ci.nsIWebProgressListener
    const listener = {
      QueryInterface: ChromeUtils.generateQI(['nsIWebProgressListener', 'nsISupportsWeakReference']),
      onStateChange(progress, request, state) {
        if (!progress.isTopLevel || !(state & STATE_STOP) || !(state & STATE_IS_WINDOW) || !isMeant()) return
        browser.removeProgressListener(listener)
        resolve()
      },
    }
    // The browser holds the listener weakly.
    browser.pasListener = listener
    browser.addProgressListener(listener, Ci.nsIWebProgress.NOTIFY_STATE_WINDOW)
  })

const snapshot = (window, { browsingContext }, { x, y, width, height }, scale) =>
  browsingContext.currentWindowGlobal.drawSnapshot(
    new window.DOMRect(x, y, width, height),
    scale,
    'rgb(255, 255, 255)',
  )

/** `below`: a part of another window, which stands below the document. */
const savePicture = async (window, browser, { clip, scale, file }, below = null) => {
  const bitmap = await snapshot(window, browser, clip, scale)
  const bar = below && (await snapshot(window, below.window, below.clip, scale))
  const canvas = new window.OffscreenCanvas(bitmap.width, bitmap.height + (bar?.height ?? 0))
  const context = canvas.getContext('2d', { alpha: false })
  context.drawImage(bitmap, 0, 0)
  if (bar) context.drawImage(bar, 0, bitmap.height)
  bar?.close()
  bitmap.close()
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  const size = { width: canvas.width, height: canvas.height }
  canvas.width = canvas.height = 0
  await IOUtils.write(file, new Uint8Array(await blob.arrayBuffer()))
  return size
}
