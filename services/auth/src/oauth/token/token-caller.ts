import type { AuthenticatedApplication } from './authenticated-application'

/** The application that presents a code or token, and its IP address, for the audit trail. */
export interface TokenCaller {
  application: AuthenticatedApplication
  ip: string | null
}

/** The application as the audit trail names actors. */
export const actorOf = ({ application }: TokenCaller): string => `application:${application.clientId}`
