/**
 * JavaScript that Firefox and Thunderbird share, for `ChromeProgram`: the functions `late`, `loaded` and `savePicture`.
 * It is source text, as is `settleSource`, because it runs inside Gecko and not in Node.
 */
export const geckoSource = `
  /** Resolves to undefined after \`timeoutMs\`. */
  const late = (window, timeoutMs) => new Promise((resolve) => window.setTimeout(resolve, timeoutMs))

  /** Resolves when a document is loaded with all its resources while \`isMeant()\` is true. */
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
    // The browser holds the listener weakly: keep it from being collected.
    browser.pasListener = listener
    browser.addProgressListener(listener, Ci.nsIWebProgress.NOTIFY_STATE_WINDOW)
  })

  /** Writes a PNG of an area (CSS pixels) of a document and returns its size in device pixels. */
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

/**
 * JavaScript that runs beside the document: `settle` waits for fonts and stops animations before the picture is taken.
 */
export const settleSource = `
  const endAnimations = (document) => {
    // Animations have been running: set endless ones back to their start, finite ones to their end.
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
    // Forces a layout, which requests the fonts that the document needs.
    document.documentElement.getBoundingClientRect()
    if (document.fonts.status === 'loading') {
      await Promise.race([document.fonts.ready, new Promise((resolve) => window.setTimeout(resolve, timeoutMs))])
    }
    endAnimations(document)
  }
`
