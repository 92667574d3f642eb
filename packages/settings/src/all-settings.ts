import { addressSettings } from './addresses'
import { backupSettings } from './backup'
import { boardSettings } from './board'
import { emailClientSettings } from './default-email-clients'
import { engineSettings } from './engines'
import { httpSettings } from './http'
import { imageSettings } from './image'
import { limitSettings } from './limits'
import { mailSettings } from './mail'
import { openidSettings } from './openid'
import { outsideSettings } from './outside'
import { productSettings } from './product'
import type { Program, Settings } from './setting'
import { signInSettings } from './sign-in'
import { smtpSettings } from './smtp'
import { stackSettings } from './stack'
import { storageSettings, storeSettings } from './stores'
import { telemetrySettings } from './telemetry'
import { timeSettings } from './times'

export const settingsByTitle: Readonly<Record<string, Settings>> = {
  stores: { ...storeSettings, ...storageSettings },
  'listening, starting and stopping': httpSettings,
  'public addresses': addressSettings,
  'signing in': signInSettings,
  'OpenID provider': openidSettings,
  mail: mailSettings,
  'mail that comes in': smtpSettings,
  'pages and mails': { ...productSettings, ...emailClientSettings },
  'times of captures and jobs': timeSettings,
  limits: limitSettings,
  'the outside web': outsideSettings,
  board: boardSettings,
  engines: engineSettings,
  backups: backupSettings,
  'telemetry: variables of the OpenTelemetry specification; without any, nothing is loaded or sent': telemetrySettings,
  'npm start, npm test, bin/pas': stackSettings,
  'all-in-one image': imageSettings,
}

export const namesReadBy = (program: Program): Set<string> =>
  new Set(Object.values(settingsByTitle).flatMap((group) => Object.entries(group).flatMap(([name, { readBy }]) => (readBy.includes(program) ? [name] : []))))
