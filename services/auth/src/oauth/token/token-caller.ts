import type { AuthenticatedApplication } from './authenticated-application'

/** Who presents something, and from where: for the audit. */
export interface TokenCaller {
  application: AuthenticatedApplication
  ip: string | null
}

/** As the audit names actors. */
export const actorOf = ({ application }: TokenCaller): string => `application:${application.clientId}`
