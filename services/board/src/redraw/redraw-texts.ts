import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Redraw',
  heading: 'Change the source and draw it again',
  source: 'HTML',
  subject: 'Subject',
  redraw: 'Redraw',
  keys: 'Ctrl+Enter or Cmd+Enter',
  intro: ({ number }: { number: string }) =>
    `The new version is drawn in the same ${number} previews. Each tile then says whether its picture is the same as before.`,
  erased: 'The content of this email is erased, as after 48 hours. Hand it in again:',
  firstPage: 'first page',
  file: 'The changed file',
  tooLong:
    'This source is longer than a browser can edit well. Change it in an editor of yours, and choose the file here.',
}

export const redrawTexts = {
  en,
  de: {
    title: 'Neu zeichnen',
    heading: 'Den Quelltext ändern und neu zeichnen',
    source: 'HTML',
    subject: 'Betreff',
    redraw: 'Neu zeichnen',
    keys: 'Strg+Eingabe oder Cmd+Eingabe',
    intro: ({ number }) =>
      `Die neue Fassung wird in denselben ${number} Vorschauen gezeichnet. Jede Kachel sagt dann, ob ihr Bild wie zuvor aussieht.`,
    erased:
      'Der Inhalt dieser E-Mail ist gelöscht, wie immer nach 48 Stunden. Laden Sie sie noch einmal hoch:',
    firstPage: 'zur ersten Seite',
    file: 'Die geänderte Datei',
    tooLong:
      'Dieser Quelltext ist länger, als ein Browser gut bearbeiten kann. Ändern Sie ihn in Ihrem Editor und wählen Sie hier die Datei.',
  },
  fr: {
    title: 'Redessiner',
    heading: 'Modifier le code source et le redessiner',
    source: 'Code HTML',
    subject: 'Objet',
    redraw: 'Redessiner',
    keys: 'Ctrl+Entrée ou Cmd+Entrée',
    intro: ({ number }) =>
      `La nouvelle version est dessinée dans les ${number} mêmes aperçus. Chaque vignette dit ensuite si son image est restée la même.`,
    erased: 'Le contenu de cet e-mail est effacé, comme toujours après 48 heures. Déposez-le à nouveau :',
    firstPage: 'première page',
    file: 'Le fichier modifié',
    tooLong:
      'Ce code source est trop long pour être modifié dans un navigateur. Modifiez-le dans votre éditeur, puis choisissez le fichier ici.',
  },
} satisfies Texts<typeof en>
