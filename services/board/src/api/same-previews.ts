import type { NewEmail } from './email-calls'
import type { ApiPreview } from './schema'

/** What gives a new version these previews. The API refuses an empty list. */
export const samePreviews = (previews: readonly ApiPreview[]): Pick<NewEmail, 'configurations'> =>
  previews.length === 0
    ? {}
    : {
        configurations: previews.map(({ client, orientation, images }) => ({ client, orientation, images })),
      }
