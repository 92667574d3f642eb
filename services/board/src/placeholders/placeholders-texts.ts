import type { Texts } from '@pas/pages/languages'

const en = {
  notFilled: ({ number, isOne }: { number: string; isOne: boolean }) =>
    isOne ? '1 placeholder is not filled' : `${number} placeholders are not filled`,
  hint: 'Give values, and a new version is drawn with them. They are kept in that version only.',
  more: ({ number }: { number: string }) =>
    `The first ${number} are listed. Fill the others where the email was made.`,
  fill: 'Fill and draw',
  tooLong:
    'With these values the email would be longer than the 10 MiB that one may have. Give shorter ones.',
}

export const placeholdersTexts = {
  en,
  de: {
    notFilled: ({ number, isOne }) =>
      isOne ? '1 Platzhalter ist nicht gefüllt' : `${number} Platzhalter sind nicht gefüllt`,
    hint: 'Geben Sie Werte an, und eine neue Fassung wird mit ihnen gezeichnet. Nur diese Fassung behält sie.',
    more: ({ number }) =>
      `Die ersten ${number} stehen hier. Füllen Sie die anderen dort, wo die E-Mail entstand.`,
    fill: 'Füllen und zeichnen',
    tooLong:
      'Mit diesen Werten wäre die E-Mail länger als die 10 MiB, die eine haben darf. Geben Sie kürzere an.',
  },
  fr: {
    notFilled: ({ number, isOne }) =>
      isOne ? '1 balise n’est pas remplie' : `${number} balises ne sont pas remplies`,
    hint: 'Donnez des valeurs : une nouvelle version est dessinée avec elles. Elles ne sont gardées que dans cette version.',
    more: ({ number }) =>
      `Les ${number} premières sont ici. Remplissez les autres là où l’e-mail a été fait.`,
    fill: 'Remplir et dessiner',
    tooLong:
      'Avec ces valeurs, l’e-mail dépasserait les 10 Mio qu’un e-mail peut avoir. Donnez-en de plus courtes.',
  },
} satisfies Texts<typeof en>
