import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiEmail } from '../api/schema'
import { emailName, hasOwnName } from './email-name'

/** The email's name; muted where it is taken from elsewhere. */
export const NameOfEmail = ({
  email,
  language,
}: {
  email: Pick<ApiEmail, 'label' | 'subject' | 'title' | 'preheader'>
  language: Language
}): ReactNode => <bdi className={hasOwnName(email) ? undefined : 'unnamed'}>{emailName(email, language)}</bdi>
