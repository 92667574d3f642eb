import type { StackFile } from '../stack-file'
import type { FirstRows } from './first-account'

export const describeImage = (file: StackFile, { firstUser }: FirstRows): string[] => [
  'ready',
  `the board  ${file.board_url}`,
  `the API    ${file.instant_url}/docs`,
  `mail       port ${file.smtp_address?.split(':')[1]}: by SMTP, an API key as password, after STARTTLS`,
  ...(firstUser
    ? [`sign in    ${firstUser.link} lets ${firstUser.email} choose a password, once, within 24 hours`]
    : []),
  `trust      ${file.ca_file}, the certificate that browsers and curl (--cacert) have to trust`,
]
