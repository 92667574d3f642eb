export const isInCi = ({ CI = '' }: Readonly<Record<string, string | undefined>>): boolean =>
  !/^(?:|0|false)$/i.test(CI)
