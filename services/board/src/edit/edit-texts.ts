import type { Texts } from '@pas/pages/languages'

const en = {
  label: 'Name',
  labelHint: 'In place of the subject; only your account sees it',
  save: 'Save',
  deleteHeading: 'Delete this email',
  goes: ({ number }: { number: string }) =>
    `Its source, its ${number === '1' ? 'picture' : `${number} pictures`} and what waits to be drawn go at once. Wherever the addresses of its pictures are in use, they show nothing any more. Later versions of the email stay.`,
  links: ({ number }: { number: string }) =>
    number === '1' ? 'This link ends:' : `These ${number} links end:`,
  linksAmong: 'All its share links end; the newest are:',
  forGood: 'Nobody can bring it back.',
  delete: 'Delete for good',
}

export const editTexts = {
  en,
  de: {
    label: 'Name',
    labelHint: 'Statt des Betreffs; nur Ihr Konto sieht ihn',
    save: 'Speichern',
    deleteHeading: 'Diese E-Mail löschen',
    goes: ({ number }) =>
      `Der Quelltext, ${number === '1' ? 'ihr Bild' : `ihre ${number} Bilder`} und alles, was noch gezeichnet werden soll, sind sofort weg. Wo die Adressen ihrer Bilder benutzt werden, ist nichts mehr zu sehen. Spätere Fassungen der E-Mail bleiben.`,
    links: ({ number }) => (number === '1' ? 'Dieser Link endet:' : `Diese ${number} Links enden:`),
    linksAmong: 'Alle ihre Links enden; die neuesten sind:',
    forGood: 'Niemand kann sie zurückholen.',
    delete: 'Endgültig löschen',
  },
  fr: {
    label: 'Nom',
    labelHint: 'À la place de l’objet ; seul votre compte le voit',
    save: 'Enregistrer',
    deleteHeading: 'Supprimer cet e-mail',
    goes: ({ number }) =>
      `Son code source, ${number === '1' ? 'son image' : `ses ${number} images`} et ce qui attend d’être dessiné disparaissent aussitôt. Là où les adresses de ses images sont utilisées, il n’y a plus rien à voir. Les versions suivantes de l’e-mail restent.`,
    links: ({ number }) => (number === '1' ? 'Ce lien prend fin :' : `Ces ${number} liens prennent fin :`),
    linksAmong: 'Tous ses liens de partage prennent fin ; les plus récents sont :',
    forGood: 'Personne ne peut le rétablir.',
    delete: 'Supprimer définitivement',
  },
} satisfies Texts<typeof en>
