/**
 * The grant type for metrics and the audit trail: one that is offered, or `other`, because any text can be sent as a
 * grant type.
 */
export const grantName = (grantType: string | undefined): string =>
  grantType === 'authorization_code' || grantType === 'refresh_token' ? grantType : 'other'
