import { freezeMessage } from '../../engine/freeze-message'
import { leastPictureHeight, type Frame } from '../../engine/emulated-document'
import type { FamilyProfiles, Profile } from '../../engine/profile'
import { turnFrame } from '../../engine/turn-frame'

/** A client that really runs: it gets the email as it is, and nothing that happens to it is ours to report. */
function realClient(frame: Frame): Profile {
  return (content, { orientation, images, assetUrl }) => ({
    document: {
      kind: 'message',
      content: freezeMessage(content, assetUrl),
      frame: turnFrame(frame, orientation),
      leastHeight: leastPictureHeight,
      images,
    },
    changes: [],
  })
}

/** Engineering default: the message pane of a window of three columns. */
const thunderbirdPane: Frame = {
  width: 800,
  height: 900,
  deviceScaleFactor: 1,
  mobile: false,
  colorScheme: 'light',
}

/** Engineering default: what a window of 1,366 px leaves the message beside folders and list. */
const roundcubePane: Frame = { ...thunderbirdPane, width: 860, height: 768 }

/** Engineering default: a widespread phone, held upright. */
const phone: Frame = { width: 390, height: 844, deviceScaleFactor: 3, mobile: true, colorScheme: 'light' }

export const realClientProfiles: FamilyProfiles = {
  ROUNDCUBE: realClient(roundcubePane),
  ROUNDCUBEMOBILE: realClient(phone),
  THUNDERBIRDDARK: realClient({ ...thunderbirdPane, colorScheme: 'dark' }),
  THUNDERBIRDLATEST: realClient(thunderbirdPane),
}
