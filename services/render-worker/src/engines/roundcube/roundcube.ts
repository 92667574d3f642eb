import type { InstalledWebmail } from '../webmail/webmail'
import { EngineProcessError } from '../supervised/engine-process'
import { answerRequest } from './answer-request'
import type { RoundcubeInstallation } from './roundcube-installation'
import { roundcubeFiles, roundcubePrograms } from './roundcube-files'

/**
 * By default the page scrolls inside a box as high as the screen, where a picture would end; floats, such as attached
 * images, would go below the message's box.
 */
const wholeMessageStyle = `html.iframe, html.iframe > body, #layout-content, #layout-content > .content {
  height: auto !important; min-height: 100% !important; overflow: visible !important }
#messagebody { display: flow-root !important }`

/**
 * Does what the Elastic skin's script does (`bootstrap_style` and `pretty_select` in its ui.js), which we do not run.
 */
const styleControls = `for (const button of Document.prototype.querySelectorAll.call(document, '#messagebody button')) {
  button.classList.add('btn', 'btn-secondary')
}
for (const select of Document.prototype.querySelectorAll.call(document, '#messagebody select')) {
  select.classList.add('form-control', 'custom-select')
  if (!select.multiple) select.classList.add('pretty-select')
}`

export const roundcube = (installation: RoundcubeInstallation): InstalledWebmail => ({
  engine: 'roundcube',
  version: `Roundcube/${installation.version}`,
  dovecot: installation.dovecot,
  socat: installation.socat,
  readable: [
    '/etc/php',
    '/etc/roundcube',
    '/var/lib/roundcube',
    installation.publicFolder,
    installation.defaultsFolder,
  ],
  files: (place) => roundcubeFiles(installation, place),
  programs: (place) => roundcubePrograms(installation, place),
  logIn: async (session, reader) => {
    const page = await session.get('/?_task=login')
    const token = /name="_token" value="(\w+)"/.exec(await page.text())?.[1]
    if (token === undefined) throw new EngineProcessError('the webmail showed no form to log in')
    const form = { _task: 'login', _action: 'login', _token: token, _timezone: 'UTC', _url: '' }
    const answer = await session.post('/?_task=login', {
      form: { ...form, _user: reader.name, _pass: reader.password },
      maxRedirects: 0,
    })
    // A failed login shows the form again.
    if (answer.status() !== 302) throw new EngineProcessError('the webmail did not let us in')
  },
  messageTarget: ({ name, uid }, images) => {
    const query = { _task: 'mail', _action: 'preview', _framed: '1', _mbox: name, _uid: String(uid) }
    return `/?${new URLSearchParams({ ...query, ...(images === 'allowed' && { _safe: '1' }) }).toString()}`
  },
  messagePage: (html, { isDark }) => {
    if (!html.includes('id="messagebody"')) return null
    // The first `<html>` and `</head>` are Roundcube's own: the message comes after them.
    const shown = html.replace('</head>', `<style>${wholeMessageStyle}</style></head>`)
    // Roundcube's script, which does not run, would set this class.
    return isDark ? shown.replace(/<html([^>]*) class="/, '<html$1 class="dark-mode ') : shown
  },
  answerRequest: (url, mailbox) => answerRequest(url, mailbox, installation.publicFolder),
  // The list of attachments stands beside the message.
  messageSelector: '#message-content:has(#attachment-list > li), #messagebody',
  afterLoad: styleControls,
})
