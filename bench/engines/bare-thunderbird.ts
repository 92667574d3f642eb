import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { MarionetteConnection } from '../../services/render-worker/src/engines/gecko/marionette-connection'
import type { StartBareEngine } from './bare-engine'
import { rawMessage } from './raw-message'

const program = process.env.THUNDERBIRD_PATH ?? '/usr/lib/thunderbird/thunderbird'

/**
 * Runs inside Thunderbird: opens a message window, draws the whole message when its document has loaded, and closes the
 * window.
 */
const draw = `
const [messagePath, picturePath, width, height] = arguments
const done = arguments[arguments.length - 1]
const file = Cc['@mozilla.org/file/local;1'].createInstance(Ci.nsIFile)
file.initWithPath(messagePath)
const address = Services.io.newFileURI(file).mutate().setQuery('type=application/x-message-display').finalize()
ChromeUtils.clearResourceCache()
;(async () => {
  const features = 'all,chrome,dialog=no,status,toolbar,width=' + width + ',height=' + height
  const window = Services.ww.openWindow(null, 'chrome://messenger/content/messageWindow.xhtml', '_blank', features, address)
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  const about = window.document.getElementById('messageBrowser').contentWindow
  await new Promise((resolve) => about.addEventListener('MsgLoaded', resolve, { once: true }))
  const browser = about.getMessagePaneBrowser()
  if (browser.contentDocument.readyState !== 'complete')
    await new Promise((resolve) => browser.contentWindow.addEventListener('load', resolve, { once: true }))
  const root = browser.contentDocument.documentElement
  const area = new window.DOMRect(0, 0, root.clientWidth, root.scrollHeight)
  const bitmap = await browser.browsingContext.currentWindowGlobal.drawSnapshot(area, 1, 'rgb(255,255,255)')
  const canvas = new window.OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d').drawImage(bitmap, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  await IOUtils.write(picturePath, new Uint8Array(await blob.arrayBuffer()))
  window.close()
})().then(() => done(null), (error) => done(String(error)))
`

/** One Thunderbird, driven over Marionette, that opens a message window for each picture. */
export const startBareThunderbird: StartBareEngine = async (task) => {
  const { html, frame, proxyUrl, folder, environment } = task
  const profile = path.join(folder, 'profile')
  const message = path.join(folder, 'message.eml')
  const picture = path.join(folder, 'picture.png')
  mkdirSync(profile)
  writeFileSync(message, (await rawMessage(html, frame)).source)
  const preferences = {
    'mail.provider.suppress_dialog_on_startup': true,
    'mail.accountmanager.accounts': 'account1',
    'mail.account.account1.server': 'server1',
    'mail.accountmanager.localfoldersserver': 'server1',
    'mail.server.server1.hostname': 'Local Folders',
    'mail.server.server1.type': 'none',
    'mail.server.server1.userName': 'nobody',
    'mailnews.start_page.enabled': false,
    'mailnews.message_display.disable_remote_image': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.enabled': false,
    'network.proxy.type': 1,
    'network.proxy.http': new URL(proxyUrl).hostname,
    'network.proxy.http_port': Number(new URL(proxyUrl).port),
    'network.proxy.ssl': new URL(proxyUrl).hostname,
    'network.proxy.ssl_port': Number(new URL(proxyUrl).port),
    'marionette.port': 0,
  }
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(path.join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--marionette', '--remote-allow-system-access', '--profile', profile],
    { stdio: 'ignore', detached: true, env: { ...environment, HOME: folder } },
  )
  const connection = await connect(path.join(profile, 'MarionetteActivePort'))
  await connection.send('WebDriver:NewSession')
  await connection.send('Marionette:SetContext', { value: 'chrome' })
  await connection.send('WebDriver:SetTimeouts', { script: 30_000 })
  return {
    capture: async () => {
      const answer = await connection.send('WebDriver:ExecuteAsyncScript', {
        script: draw,
        args: [message, picture, frame.width, frame.height],
        newSandbox: false,
      })
      const { value } = answer as { value: string | null }
      if (value !== null) throw new Error(value)
      return readFileSync(picture)
    },
    close: async () => {
      connection.close()
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function connect(portFile: string): Promise<MarionetteConnection> {
  for (;;) {
    try {
      const port = Number(readFileSync(portFile, 'utf8'))
      if (port > 0) return await MarionetteConnection.open(port)
    } catch {
      // Thunderbird has not written its port yet, or does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
