import { randomBytes } from 'node:crypto'
import { quoted, type WebmailPlace } from '../webmail/webmail'
import type { RoundcubeInstallation } from './roundcube-installation'

/** Replaces /etc/roundcube as ROUNDCUBE_CONFIG_DIR, so that the machine's own settings are not read. */
const configFolder = ({ folder }: WebmailPlace): string => `${folder}/config`
const defaultFiles = ['defaults.inc.php', 'mimetypes.php']

export const roundcubeFiles = (
  { defaultsFolder }: RoundcubeInstallation,
  place: WebmailPlace,
): Record<string, string> => ({
  'config/config.inc.php': configuration(place),
  ...Object.fromEntries(
    defaultFiles.map((name) => [`config/${name}`, `<?php return include '${defaultsFolder}/${name}';\n`]),
  ),
})

/**
 * No plug-ins, mail delivery or outgoing connections. Roundcube fetches linked style sheets itself: by the asset
 * origin's proxy, which needs the absolute URL (`request_fulluri`).
 */
const configuration = ({ folder, imapPort, proxySocket }: WebmailPlace): string => `<?php
$config['db_dsnw'] = 'sqlite:///${folder}/roundcube.db?mode=0600';
$config['imap_host'] = '127.0.0.1:${imapPort}';
$config['smtp_host'] = '';
$config['des_key'] = '${randomBytes(12).toString('hex')}';
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
$config['http_client'] = ['proxy' => 'unix://${proxySocket}', 'stream_context' => ['http' => ['request_fulluri' => true]]];
`

export function roundcubePrograms(installation: RoundcubeInstallation, place: WebmailPlace): string[] {
  const { folder, httpPort, workers } = place
  const settings = {
    'opcache.enable_cli': '1',
    'opcache.validate_timestamps': '0',
    'session.save_path': `${folder}/temp`,
    sys_temp_dir: `${folder}/temp`,
    // Roundcube does not run with file uploads off.
    file_uploads: '1',
    memory_limit: '512M',
    display_errors: '0',
    log_errors: '0',
    // Guzzle needs it for HTTP without curl; all requests go to the proxy.
    allow_url_fopen: '1',
  }
  const line = [
    `PHP_CLI_SERVER_WORKERS=${workers} ROUNDCUBE_CONFIG_DIR=${quoted(configFolder(place))}`,
    quoted(installation.php),
    ...Object.entries(settings).map(([name, value]) => `-d ${name}=${quoted(value)}`),
    `-S 127.0.0.1:${httpPort}`,
    `-t ${quoted(installation.publicFolder)}`,
  ]
  return [line.join(' ')]
}
