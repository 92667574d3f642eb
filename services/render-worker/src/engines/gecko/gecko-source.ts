/**
 * What both programs do alike inside Gecko, as JavaScript for `ChromeProgram`: the functions `late`, `loaded` and `savePicture`.
 * It is text because it runs there and not here; so is `settleSource`.
 */
export const geckoSource = `
  /** Resolves with undefined after so long. */
  const late = (window, timeoutMs) => new Promise((resolve) => window.setTimeout(resolve, timeoutMs))

  /** Resolves when the document that \`isMeant\` says is ours is loaded with all it takes. */
  const loaded = (browser, isMeant) => new Promise((resolve) => {
    const { STATE_STOP, STATE_IS_WINDOW } = Ci.nsIWebProgressListener
    const listener = {
      QueryInterface: ChromeUtils.generateQI(['nsIWebProgressListener', 'nsISupportsWeakReference']),
      onStateChange(progress, request, state) {
        if (!progress.isTopLevel || !(state & STATE_STOP) || !(state & STATE_IS_WINDOW) || !isMeant()) return
        browser.removeProgressListener(listener)
        resolve()
      },
    }
    // The browser holds it by a weak reference only.
    browser.pasListener = listener
    browser.addProgressListener(listener, Ci.nsIWebProgress.NOTIFY_STATE_WINDOW)
  })

  /** Writes a PNG of an area of a document. */
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
`

/** JavaScript for where the document is: `settle` brings a loaded document to the state it is drawn in. */
export const settleSource = `
  const endAnimations = (document) => {
    // Time goes on in Gecko, so what moves for ever is put back to its start, and what ends to its end.
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect.getComputedTiming().endTime)) {
        animation.finish()
      } else {
        animation.pause()
        animation.currentTime = 0
      }
    }
    for (const svg of document.querySelectorAll('svg')) {
      svg.pauseAnimations()
      svg.setCurrentTime(0)
    }
  }

  const settle = async (document, timeoutMs) => {
    const window = document.defaultView
    // The layout asks for the fonts it needs.
    document.documentElement.getBoundingClientRect()
    if (document.fonts.status === 'loading') {
      await Promise.race([document.fonts.ready, new Promise((resolve) => window.setTimeout(resolve, timeoutMs))])
    }
    endAnimations(document)
  }
`
