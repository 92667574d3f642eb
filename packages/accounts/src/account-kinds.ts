/**
 * Whose an account is: a `partner`'s, or the operator's `own`, which has an application of the operator's such as the
 * board. A constraint of the table `accounts` has the same list.
 */
export const accountKinds = ['partner', 'own'] as const
export type AccountKind = (typeof accountKinds)[number]
