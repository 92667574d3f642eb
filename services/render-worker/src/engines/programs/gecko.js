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

const savePicture = async (window, browser, { clip, scale, file }) => {
  const { currentWindowGlobal } = browser.browsingContext
  const rect = new window.DOMRect(clip.x, clip.y, clip.width, clip.height)
  const bitmap = await currentWindowGlobal.drawSnapshot(rect, scale, 'rgb(255, 255, 255)')
  const canvas = new window.OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d', { alpha: false })
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  const size = { width: canvas.width, height: canvas.height }
  canvas.width = canvas.height = 0
  await IOUtils.write(file, new Uint8Array(await blob.arrayBuffer()))
  return size
}
