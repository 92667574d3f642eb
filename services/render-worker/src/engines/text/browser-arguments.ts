import type { BrowsedDocument } from '@pas/email-clients/engine/emulated-document'

export type BrowserName = BrowsedDocument['browser']

/** Relative to the browser's root. The machine's and users' files are not read. */
export const settingsFiles = {
  w3m: { file: 'etc/w3m.conf', text: '' },
  lynx: {
    file: 'etc/lynx.cfg',
    text: [
      'CHARACTER_SET:utf-8',
      'ASSUME_CHARSET:utf-8',
      'LOCALE_CHARSET:FALSE',
      'SET_COOKIES:FALSE',
      'PERSISTENT_COOKIES:FALSE',
      'GLOBAL_MAILCAP:/nowhere',
      'PERSONAL_MAILCAP:nowhere',
      'GLOBAL_EXTENSION_MAP:/nowhere',
      'PERSONAL_EXTENSION_MAP:nowhere',
      'LOCAL_EXECUTION_LINKS_ALWAYS_ON:FALSE',
      'LOCAL_EXECUTION_LINKS_ON_BUT_NOT_REMOTE:FALSE',
      'TRUSTED_EXEC:none',
      'ALWAYS_TRUSTED_EXEC:none',
      'TRUSTED_LYNXCGI:none',
      '',
    ].join('\n'),
  },
} as const satisfies Record<BrowserName, { file: string; text: string }>

export interface BrowsingOptions {
  /** Ends with `/`; the path that the program sees. */
  root: string
  columns: number
  proxyUrl: string
}

/** Each writes standard input's HTML as its screen would show it, and fetches nothing. */
export const browserArguments: Readonly<Record<BrowserName, (options: BrowsingOptions) => string[]>> = {
  w3m: ({ root, columns, proxyUrl }) => [
    '-dump',
    ...['-T', 'text/html', '-I', 'UTF-8', '-O', 'UTF-8', '-cols', String(columns)],
    ...['-config', `${root}${settingsFiles.w3m.file}`, '-no-cookie'],
    ...Object.entries({
      // Debian's values from /etc/w3m/config, which is not in this root.
      ignore_null_img_alt: '1',
      pseudo_inlines: '1',
      view_unseenobject: '1',
      display_ins_del: '1',
      auto_detect: '0',
      frame: '0',
      meta_refresh: '0',
      follow_redirection: '0',
      display_image: '0',
      auto_image: '0',
      // No programs, and no URLs that lead to files or programs.
      ext_dirlist: '0',
      use_dictcommand: '0',
      cgi_bin: '/nowhere',
      document_root: '/nowhere',
      personal_document_root: '/nowhere',
      mime_types: '/nowhere',
      mailcap: '/nowhere',
      urimethodmap: '/nowhere',
      siteconf_file: '/nowhere',
      pre_form_file: '/nowhere',
      passwd_file: '/nowhere',
      use_history: '0',
      save_hist: '0',
      use_proxy: '1',
      http_proxy: proxyUrl,
      https_proxy: proxyUrl,
      gopher_proxy: proxyUrl,
      ftp_proxy: proxyUrl,
      no_proxy: '',
    }).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
  ],
  lynx: ({ root, columns }) => [
    ...['-dump', '-stdin', '-force_html', `-width=${columns}`],
    ...['-nolist', '-nonumbers'],
    ...[`-cfg=${root}${settingsFiles.lynx.file}`, `-lss=${root}nowhere`],
    ...['-display_charset=utf-8', '-assume_charset=utf-8'],
    ...['-restrictions=all', '-noredir', '-nobrowse', '-localhost', '-connect_timeout=1', '-read_timeout=1'],
  ],
}
