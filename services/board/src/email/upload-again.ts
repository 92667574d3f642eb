import type { ApiReader } from '../api/create-api-reader'
import type { ApiEmail, ApiSource } from '../api/schema'
import type { CountBytes } from '../api/send-request'
import { uploadVersion } from './upload-version'

/**
 * Makes a new version that keeps what was fetched, with the same names and previews. `change` tells which parts of its
 * source are new. Resolves to its guid.
 */
export async function uploadAgain(
  api: ApiReader,
  email: ApiEmail,
  hold: CountBytes,
  change: (source: ApiSource) => Partial<ApiSource> = () => ({}),
): Promise<string> {
  const { email_guid: guid, reference, label } = email
  const [source, { previews }] = await Promise.all([api.source(guid, hold), api.listPreviews(guid)])
  const again = {
    // An upload leaves out what the source has not.
    ...Object.fromEntries(
      Object.entries({ ...source, ...change(source) }).filter(([, value]) => value !== null),
    ),
    ...(reference !== null && { reference }),
    revision_of: guid,
    keep_assets: true,
  }
  const newGuid = await uploadVersion(api, again, previews)
  if (label !== null) await api.changeEmail(newGuid, { reference, label })
  return newGuid
}
