import type { Frame } from '../../engine/emulated-document'
import type { MessageProfile } from '../../engine/profile'

/** Engineering default: the message pane of a window of three columns. */
const thunderbirdPane: Frame = {
  width: 800,
  height: 900,
  deviceScaleFactor: 1,
  mobile: false,
  colorScheme: 'light',
}

/** Engineering default: the part of a window of 1,366 px that folders and list leave for the message. */
const roundcubePane: Frame = { ...thunderbirdPane, width: 860, height: 768 }

/** Engineering default: a common phone, in portrait. */
const phone: Frame = { width: 390, height: 844, deviceScaleFactor: 3, mobile: true, colorScheme: 'light' }

/** Only the window: the client itself filters the email. */
export const realClientProfiles = {
  roundcube: { kind: 'message', frame: roundcubePane },
  roundcubeMobile: { kind: 'message', frame: phone },
  thunderbird: { kind: 'message', frame: thunderbirdPane },
  thunderbirdDark: { kind: 'message', frame: { ...thunderbirdPane, colorScheme: 'dark' } },
} satisfies Record<string, MessageProfile>

export type RealClientProfileName = keyof typeof realClientProfiles
