import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inCorner } from '../confinement'
import { dovecotConf } from './dovecot-conf'
import type { RoundcubeInstallation } from './roundcube-installation'

/** What the webmail's programs are told, and where they keep everything they have. */
export interface WebmailPlan {
  installation: RoundcubeInstallation
  /** The scratch folder, or one in it; ends with the process. */
  folder: string
  imapPort: number
  httpPort: number
  /** The one IMAP user's; hexadecimal. */
  password: string
  /** Roundcube's own, for what it encrypts; 24 characters. */
  desKey: string
  /** What every request to the webmail must carry; hexadecimal. */
  key: string
  isSandboxed: boolean
  /** Requests answered at a time. */
  workers: number
}

/** The header of `WebmailPlan.key`. */
export const keyHeader = 'X-Webmail-Key'

/** `sun_path` (unix(7)) ends at 108 bytes with its NUL; Dovecot's longest socket is `/run/login/…`, well under 40. */
export const maxFolderLength = 107 - 40

/** The sockets by which the webmail and we meet, whichever network it has: PHP's pages, and the proxy for what a message refers to. */
export const webSocketOf = (folder: string): string => path.join(folder, 'run', 'web.sock')
export const proxySocketOf = (folder: string): string => path.join(folder, 'run', 'proxy.sock')

/**
 * What PHP and Dovecot are left with: programs, Roundcube, and this folder; a loopback of their own, no network, no process but theirs.
 */
export const webmailCorner = ({
  installation,
  folder,
}: Pick<WebmailPlan, 'installation' | 'folder'>): string[] =>
  inCorner({
    readable: [
      '/etc/php',
      '/etc/roundcube',
      '/var/lib/roundcube',
      installation.publicFolder,
      installation.defaultsFolder,
    ],
    folder,
    hasNetwork: false,
  })

/** Where a mailbox of this plan is a folder. */
export const mailFolderOf = (folder: string): string => path.join(folder, 'mail')

/** Writes the configuration of Dovecot, PHP and Roundcube, and the launcher that starts them; gives the launcher's path. */
export function writeWebmailFiles(plan: WebmailPlan): string {
  const { folder, installation } = plan
  for (const name of ['mail', 'run', 'state', 'logs', 'temp', 'sessions', 'config'])
    mkdirSync(path.join(folder, name), { mode: 0o700 })
  const write = (name: string, text: string): void =>
    writeFileSync(path.join(folder, name), text, { mode: 0o600 })
  write(
    'dovecot.conf',
    dovecotConf({ ...plan, series: installation.dovecotSeries, mailFolder: mailFolderOf(folder) }),
  )
  write('config/config.inc.php', roundcubeConfig(plan))
  // ROUNDCUBE_CONFIG_DIR stands in for all of /etc/roundcube, where the defaults are; the machine's own settings stay there.
  for (const name of ['defaults.inc.php', 'mimetypes.php'])
    symlinkSync(path.join(installation.defaultsFolder, name), path.join(folder, 'config', name))
  write('router.php', router(plan))
  write('webmail.sh', webmailProgram(plan))
  write('launcher.sh', launcher(plan))
  return path.join(folder, 'launcher.sh')
}

/**
 * Roundcube as it comes, in English, without plug-ins and without anything that reaches out. A message's linked style sheets are
 * fetched by Roundcube itself: from our proxy, which wants the whole address.
 */
function roundcubeConfig({ folder, imapPort, desKey }: WebmailPlan): string {
  return `<?php
$config['db_dsnw'] = 'sqlite:///${folder}/roundcube.db?mode=0600';
$config['imap_host'] = '127.0.0.1:${imapPort}';
$config['smtp_host'] = '';
$config['des_key'] = '${desKey}';
$config['plugins'] = [];
$config['log_dir'] = '${folder}/logs/';
$config['temp_dir'] = '${folder}/temp/';
$config['session_lifetime'] = 525600;
$config['enable_installer'] = false;
$config['enable_spellcheck'] = false;
$config['skin'] = 'elastic';
$config['language'] = 'en_US';
$config['timezone'] = 'UTC';
$config['prettydate'] = false;
$config['mdn_requests'] = 2;
$config['show_images'] = 0;
$config['http_client'] = ['proxy' => 'unix://${proxySocketOf(folder)}', 'stream_context' => ['http' => ['request_fulluri' => true]]];
`
}

/** PHP's router script: who does not know the key gets nothing. */
function router({ key }: WebmailPlan): string {
  return `<?php
if (!hash_equals('${key}', $_SERVER['HTTP_${keyHeader.toUpperCase().replaceAll('-', '_')}'] ?? '')) {
    http_response_code(403);
    return true;
}
return false;
`
}

/** Starts Dovecot and PHP, which is reached by its socket; ends when one of them does. */
function webmailProgram({ folder, httpPort, installation, workers }: WebmailPlan): string {
  const settings = {
    'opcache.enable_cli': '1',
    'opcache.validate_timestamps': '0',
    'session.save_path': `${folder}/sessions`,
    sys_temp_dir: `${folder}/temp`,
    // Roundcube does not run without.
    file_uploads: '1',
    memory_limit: '512M',
    display_errors: '0',
    log_errors: '0',
    // Guzzle's, without curl; what it opens is the proxy.
    allow_url_fopen: '1',
  }
  const php = [
    ...Object.entries(settings).map(([name, value]) => `-d ${name}=${quoted(value)}`),
    `-S 127.0.0.1:${httpPort}`,
    `-t ${quoted(installation.publicFolder)}`,
    quoted(`${folder}/router.php`),
  ]
  const socket = [
    quoted(installation.socat),
    `UNIX-LISTEN:${quoted(webSocketOf(folder))},fork,backlog=64`,
    `TCP:127.0.0.1:${httpPort}`,
  ]
  const beside = (command: string): string => `{ ${command}; kill -s KILL $$; } &`
  return `${beside(`${quoted(installation.dovecot)} -F -c ${quoted(`${folder}/dovecot.conf`)}`)}
${beside(socket.join(' '))}
export PHP_CLI_SERVER_WORKERS=${workers} ROUNDCUBE_CONFIG_DIR=${quoted(`${folder}/config`)}
${quoted(installation.php)} ${php.join(' ')}
`
}

/**
 * Starts the webmail beside the browser, whose command line it is given; all are one process group, and when one of them ends, for
 * whatever reason, all do. The browser ends when we do, its pipes being closed; nobody else may hold them.
 */
function launcher(plan: WebmailPlan): string {
  const corner = plan.isSandboxed ? webmailCorner(plan) : []
  const command = [...corner, '/bin/sh', path.join(plan.folder, 'webmail.sh')].map(quoted).join(' ')
  return `{ ${command}; kill -s KILL -- -$$; } </dev/null 3<&- 4>&- &
"$@"
kill -s KILL -- -$$
`
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
