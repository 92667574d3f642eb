import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiEmail } from '../api/schema'
import { BackLink } from '../views/back-link'
import { emailName } from './email-name'
import { emailPath } from './email-paths'

/** The title of a page that is reached from an email's page. */
export const BelowEmailTitle = ({
  email,
  heading,
  backTo,
  language,
}: {
  email: ApiEmail
  heading: string
  /** The id of the link that led here: it has the focus again on the email's page. */
  backTo?: string
  language: Language
}): ReactNode => (
  <div>
    <BackLink
      href={emailPath(email.email_guid) + (backTo === undefined ? '' : `#${backTo}`)}
      language={language}
    />
    <h1>{heading}</h1>
    <p className="muted">
      <bdi>{emailName(email, language)}</bdi>
    </p>
  </div>
)
