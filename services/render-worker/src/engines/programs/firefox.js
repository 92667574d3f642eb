/* global Ci, Services, loaded, savePicture */
/* exported firefoxProgram */

/** `documentScript` is the address of firefox-document.js. */
const firefoxProgram = (documentScript) => {
  /** Small ids are Firefox's own named containers. */
  let lastContextId = 1000
  let window = null
  let windowless = null

  /** The window is on no screen, and browser elements in it can have any size. */
  const open = async () => {
    const { CHROME_REMOTE_WINDOW, CHROME_FISSION_WINDOW } = Ci.nsIWebBrowserChrome
    windowless = Services.appShell.createWindowlessBrowser(true, CHROME_REMOTE_WINDOW | CHROME_FISSION_WINDOW)
    windowless.browsingContext.useGlobalHistory = false
    const progress = windowless.QueryInterface(Ci.nsIInterfaceRequestor).getInterface(Ci.nsIWebProgress)
    const opened = loaded(
      {
        addProgressListener: (...args) => progress.addProgressListener(...args),
        removeProgressListener: (...args) => progress.removeProgressListener(...args),
      },
      () => windowless.document.documentURI.endsWith('win.xhtml'),
    )
    windowless.loadURI(Services.io.newURI('chrome://global/content/win.xhtml'), {
      triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal(),
    })
    await opened
    window = windowless.document.defaultView
  }

  const navigate = async (browser, url) => {
    const documentLoaded = loaded(browser, () => browser.currentURI.spec === url)
    browser.fixupAndLoadURIString(url, {
      triggeringPrincipal: Services.scriptSecurityManager.createNullPrincipal({}),
    })
    await Promise.race([documentLoaded, browser.pasCrash])
  }

  // The answer to `pas:measure` is called `pas:measured`.
  const ask = (browser, message, request) => {
    const { messageManager } = browser
    const answer = new Promise((resolve, reject) => {
      const listener = ({ data }) => {
        messageManager.removeMessageListener(message + 'd', listener)
        if (data.error === undefined) resolve(data.value)
        else reject(new Error(data.error))
      }
      messageManager.addMessageListener(message + 'd', listener)
    })
    messageManager.sendAsyncMessage(message, request)
    return Promise.race([answer, browser.pasCrash])
  }

  let current = null
  return {
    sandbox() {
      const has = (name) => Services.sysinfo.getPropertyAsBool(name)
      return { canSandboxContent: has('canSandboxContent'), hasUserNamespaces: has('hasUserNamespaces') }
    },

    /** Each document's browser has its own process and storage, so that documents share nothing. */
    async prepare({ blankPageUrl }) {
      if (window === null) await open()
      current?.remove()
      const browser = window.document.createXULElement('browser')
      const attributes = {
        type: 'content',
        remote: 'true',
        maychangeremoteness: 'true',
        disableglobalhistory: 'true',
        messagemanagergroup: 'pas',
        usercontextid: String(++lastContextId),
      }
      for (const [name, value] of Object.entries(attributes)) browser.setAttribute(name, value)
      browser.pasCrash = new Promise((resolve, reject) => {
        browser.addEventListener('oop-browser-crashed', () => reject(new Error('the page crashed')), {
          once: true,
        })
      })
      browser.pasCrash.catch(() => undefined)
      window.document.documentElement.append(browser)
      await navigate(browser, blankPageUrl)
      const { browsingContext } = browser
      browsingContext.allowJavascript = false
      browsingContext.useGlobalHistory = false
      browser.docShellIsActive = true
      browser.messageManager.loadFrameScript(documentScript, false)
      current = browser
    },

    async load({ url, frame, order }) {
      const { browsingContext, style } = current
      style.width = style.minWidth = style.maxWidth = frame.width + 'px'
      style.height = style.minHeight = style.maxHeight = frame.height + 'px'
      browsingContext.overrideDPPX = frame.deviceScaleFactor
      browsingContext.prefersColorSchemeOverride = frame.colorScheme
      await ask(current, 'pas:shape', frame)
      await navigate(current, url)
      // Another page or process would have a new browsing context, without what was set above.
      if (current.browsingContext !== browsingContext) throw new Error('the document went elsewhere')
      return ask(current, 'pas:measure', order)
    },

    picture: (request) => savePicture(window, current, request),
  }
}
