import type { PresentedApplication } from './presented-application'

/** Who presents something, and from where: for the audit. */
export interface TokenCaller {
  application: PresentedApplication
  ip: string | null
}

/** As the audit names actors. */
export const actorOf = ({ application }: TokenCaller): string => `application:${application.clientId}`
