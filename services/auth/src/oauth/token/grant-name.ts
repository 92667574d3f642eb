/** A grant type that is offered, or `other`: what was sent may be anything, and neither a metric nor the trail has it as it came. */
export const grantName = (grantType: string | undefined): string =>
  grantType === 'authorization_code' || grantType === 'refresh_token' ? grantType : 'other'
