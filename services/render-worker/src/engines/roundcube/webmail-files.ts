import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
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
  /** Where Roundcube gets the style sheets from that a message names. */
  proxyUrl: string
  /** Requests answered at a time. */
  workers: number
}

/** The header of `WebmailPlan.key`. */
export const keyHeader = 'X-Webmail-Key'

/** `sun_path` (unix(7)) ends at 108 bytes with its NUL; Dovecot's longest socket is `/run/login/…`, well under 40. */
export const maxFolderLength = 107 - 40

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
  write('launcher.sh', launcher(plan))
  return path.join(folder, 'launcher.sh')
}

/**
 * Roundcube as it comes, in English, without plug-ins and without anything that reaches out. A message's linked style sheets are
 * fetched by Roundcube itself: from our proxy, which wants the whole address.
 */
function roundcubeConfig({ folder, imapPort, desKey, proxyUrl }: WebmailPlan): string {
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
$config['http_client'] = ['proxy' => '${proxyUrl}', 'stream_context' => ['http' => ['request_fulluri' => true]]];
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

/**
 * Starts Dovecot and PHP beside the browser, whose command line it is given; all are one process group, and when one of them ends, for
 * whatever reason, all do. The browser ends when we do, its pipes being closed; nobody else may hold them.
 */
function launcher({ folder, httpPort, installation, workers }: WebmailPlan): string {
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
  const beside = (command: string): string => `{ ${command}; kill -s KILL -- -$$; } </dev/null 3<&- 4>&- &`
  return `${beside(`${quoted(installation.dovecot)} -F -c ${quoted(`${folder}/dovecot.conf`)}`)}
export PHP_CLI_SERVER_WORKERS=${workers} ROUNDCUBE_CONFIG_DIR=${quoted(`${folder}/config`)}
${beside(`${quoted(installation.php)} ${php.join(' ')}`)}
unset PHP_CLI_SERVER_WORKERS ROUNDCUBE_CONFIG_DIR
"$@"
kill -s KILL -- -$$
`
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
