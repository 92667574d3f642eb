import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Source',
  erased: 'The content of an email is kept for 48 hours. That of this one is erased; its pictures stay.',
  noHtml: 'This email has no HTML part. This is its text part.',
  clients: 'What these email clients change',
  everyClient: ({ number }: { number: string }) => `All ${number} email clients`,
  choose: 'Show',
  cut: 'This source is very long: only its first MiB is shown.',
  pages: 'Pages of the source',
  lines: ({ from, to, all }: { from: string; to: string; all: string }) => `Lines ${from} to ${to} of ${all}`,
  previousLines: 'Previous lines',
  nextLines: 'Next lines',
  who: ({ number, names }: { number: string; names: string }) => `${number}: ${names}`,
  unplaced: 'Changes without a single place',
  changesLate: 'What email clients change could not be worked out in time. Load the page again.',
}

export const sourceTexts = {
  en,
  de: {
    title: 'Quelltext',
    erased:
      'Der Inhalt einer E-Mail wird 48 Stunden aufbewahrt. Der von dieser ist gelöscht; ihre Bilder bleiben.',
    noHtml: 'Diese E-Mail hat keinen HTML-Teil. Dies ist ihr Textteil.',
    clients: 'Was diese E-Mail-Programme ändern',
    everyClient: ({ number }) => `Alle ${number} E-Mail-Programme`,
    choose: 'Zeigen',
    cut: 'Dieser Quelltext ist sehr lang: Nur das erste MiB wird gezeigt.',
    pages: 'Seiten des Quelltexts',
    lines: ({ from, to, all }) => `Zeilen ${from} bis ${to} von ${all}`,
    previousLines: 'Vorige Zeilen',
    nextLines: 'Nächste Zeilen',
    who: ({ number, names }) => `${number}: ${names}`,
    unplaced: 'Änderungen ohne einzelne Stelle',
    changesLate:
      'Was E-Mail-Programme ändern, ließ sich nicht rechtzeitig ermitteln. Laden Sie die Seite noch einmal.',
  },
  fr: {
    title: 'Code source',
    erased: 'Le contenu d’un e-mail est conservé 48 heures. Celui-ci est effacé ; ses images restent.',
    noHtml: 'Cet e-mail n’a pas de partie HTML. Voici sa partie texte.',
    clients: 'Ce que ces messageries changent',
    everyClient: ({ number }) => `Les ${number} messageries`,
    choose: 'Afficher',
    cut: 'Ce code source est très long : seul son premier Mio est affiché.',
    pages: 'Pages du code source',
    lines: ({ from, to, all }) => `Lignes ${from} à ${to} sur ${all}`,
    previousLines: 'Lignes précédentes',
    nextLines: 'Lignes suivantes',
    who: ({ number, names }) => `${number} : ${names}`,
    unplaced: 'Changements sans endroit précis',
    changesLate: 'Ce que changent les messageries n’a pas pu être établi à temps. Rechargez la page.',
  },
} satisfies Texts<typeof en>
