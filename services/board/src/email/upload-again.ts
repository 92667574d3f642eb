import type { ApiReader } from '../api/create-api-reader'
import { samePreviews } from '../api/email-calls'
import type { ApiEmail } from '../api/schema'
import type { CountBytes } from '../api/send-request'

/** Makes a new version that keeps what was fetched, with the same names and previews. Resolves to its guid. */
export async function uploadAgain(api: ApiReader, email: ApiEmail, hold: CountBytes): Promise<string> {
  const { email_guid: guid, reference, label } = email
  const [source, { previews }] = await Promise.all([api.source(guid, hold), api.listPreviews(guid)])
  const { email_guid: newGuid } = await api.uploadEmail({
    // An upload leaves out what the source has not.
    ...Object.fromEntries(Object.entries(source).filter(([, value]) => value !== null)),
    ...(reference !== null && { reference }),
    revision_of: guid,
    keep_assets: true,
    ...samePreviews(previews),
  })
  if (label !== null) await api.changeEmail(newGuid, { reference, label })
  return newGuid
}
