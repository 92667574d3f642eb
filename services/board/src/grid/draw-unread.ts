import type { ApiReader } from '../api/create-api-reader'
import type { ApiEmail } from '../api/schema'
import { ifAnswered } from '../api/while-kept'
import { beginChecks } from '../checks/read-checks'
import { isOpen } from '../email/is-open'
import type { PageDeps } from '../email/page-deps'
import { chooseConfigurations } from '../home/choose-clients'
import { FormProblem } from '../home/email-form'

/** Mail that nobody has looked at is drawn in the user's email clients; beyond a limit its page is shown without. */
export async function drawUnread(deps: PageDeps, api: ApiReader, email: ApiEmail): Promise<void> {
  if (!email.unread || !isOpen(email, deps.clock.now())) return
  const { email_guid: guid } = email
  const configurations = await chooseConfigurations(deps, api, { choice: 'mine', ticked: [] }).catch(
    (error: unknown) => {
      if (error instanceof FormProblem) return []
      throw error
    },
  )
  const drawn = configurations.length > 0 && (await ifAnswered(api.prefetch(guid, configurations)))
  if (drawn) beginChecks(api, guid, drawn)
}
