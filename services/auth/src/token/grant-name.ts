/** The grant type for metrics and the audit trail: `other` for what is not offered, which may be any text. */
export const grantName = (grantType: string | undefined): string =>
  grantType === 'authorization_code' || grantType === 'refresh_token' ? grantType : 'other'
