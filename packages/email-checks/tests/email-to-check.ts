import type { EmailToCheck } from '../src/checked-email'
import { noMeasurements } from '../src/measurements'

/** An email to check with these members, and without all others. */
export const emailToCheck = (members: Partial<EmailToCheck>): EmailToCheck => ({
  html: null,
  plainText: null,
  subject: null,
  fromDisplayName: null,
  fromAddress: null,
  message: null,
  emailClients: [],
  changes: [],
  assets: null,
  lostAssets: [],
  measurements: noMeasurements,
  ...members,
})
