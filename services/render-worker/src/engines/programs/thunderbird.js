/* global Cc, Ci, ChromeUtils, Services, loaded, measureMessage, savePicture, settle */
/* exported thunderbirdProgram */

const thunderbirdProgram = () => {
  const wait = (ms) => new Promise((resolve) => window.setTimeout(resolve, ms))
  const once = (target, event) =>
    new Promise((resolve) => target.addEventListener(event, resolve, { once: true }))
  const isLoaded = ({ document }) =>
    document.readyState === 'complete' && document.documentURI !== 'about:blank'

  /** Null without attachments, and where the end of the message is cut off. */
  const attachmentBar = ({ pasMessage }, { clip, scale }) => {
    const bar = pasMessage.document.getElementById('attachmentView')
    const { x, y, width, height } = bar.getBoundingClientRect()
    if (bar.collapsed || height === 0 || (clip.height + height) * scale > 16_384) return null
    return { window: pasMessage, clip: { x, y, width: Math.min(width, clip.width), height } }
  }

  /** The list of attachments fills itself after the message is loaded, and lowers the message's pane. */
  const isLaidOut = ({ gBuildAttachmentsForCurrentMsg, document }) =>
    (gBuildAttachmentsForCurrentMsg || document.getElementById('attachmentView').collapsed) &&
    Math.abs(browser.getBoundingClientRect().height - browser.contentWindow.innerHeight) < 1

  let window = null
  let browser = null
  return {
    /** Each message gets a new window: a window keeps state of those it has shown. */
    async prepare({ width, height, timeoutMs }) {
      window?.close()
      const features = 'all,chrome,dialog=no,status,toolbar,width=' + width + ',height=' + height
      window = Services.ww.openWindow(
        null,
        'chrome://messenger/content/messageWindow.xhtml',
        '_blank',
        features,
        null,
      )
      const ready = (async () => {
        if (!isLoaded(window)) await once(window, 'load')
        const { contentWindow } = window.document.getElementById('messageBrowser')
        if (!isLoaded(contentWindow)) await once(contentWindow, 'load')
        // messageWindow.js finishes its set-up two turns of the event loop after its load event.
        for (let turn = 0; turn < 3; turn++) await wait(0)
        return contentWindow
      })()
      const message = await Promise.race([ready, wait(timeoutMs)])
      if (!message) throw new Error('no message window opened')
      browser = message.getMessagePaneBrowser()
      window.pasMessage = message
    },

    async load({ file, images, order }) {
      Services.prefs.setBoolPref('mailnews.message_display.disable_remote_image', images !== 'allowed')
      // No image of the last message may be shown in this one.
      ChromeUtils.clearResourceCache()
      const eml = Cc['@mozilla.org/file/local;1'].createInstance(Ci.nsIFile)
      eml.initWithPath(file)
      const uri = Services.io
        .newFileURI(eml)
        .mutate()
        .setQuery('type=application/x-message-display')
        .finalize()
      const isShown = () => browser.currentURI.filePath === uri.filePath
      // MsgLoaded: the text is loaded and the dark theme applied; the second event: the images, too.
      const textLoaded = once(window.pasMessage, 'MsgLoaded')
      const imagesLoaded = loaded(browser, isShown)
      window.pasMessage.displayMessage(uri.spec)
      await Promise.all([textLoaded, imagesLoaded])
      for (let turn = 0; turn < 200 && !isLaidOut(window.pasMessage); turn++) await wait(5)
      const { contentDocument } = browser
      await settle(contentDocument)
      return measureMessage(contentDocument.defaultView, order)
    },

    picture: (request) => savePicture(window, browser, request, attachmentBar(window, request)),
  }
}
