import type { Texts } from '@pas/pages/languages'

interface RedrawTexts {
  title: string
  heading: string
  back: string
  source: string
  subject: string
  redraw: string
  keys: string
  intro: (values: { number: string }) => string
  fromMessage: string
  erased: string
}

/** The texts of the page on which an email is changed and drawn again. */
export const redrawTexts = {
  en: {
    title: 'Redraw',
    heading: 'Change the source and draw it again',
    back: 'All pictures',
    source: 'HTML',
    subject: 'Subject',
    redraw: 'Redraw',
    keys: 'Ctrl+Enter or Cmd+Enter',
    intro: ({ number }) =>
      `The new version is drawn in the same ${number} previews. Each tile then says whether its picture is the same as before.`,
    fromMessage: 'Pictures that were inside a message (cid:) do not come along.',
    erased: 'The content of this email is erased. Hand it in again on the first page.',
  },
  de: {
    title: 'Neu zeichnen',
    heading: 'Den Quelltext ändern und neu zeichnen',
    back: 'Alle Bilder',
    source: 'HTML',
    subject: 'Betreff',
    redraw: 'Neu zeichnen',
    keys: 'Strg+Eingabe oder Cmd+Eingabe',
    intro: ({ number }) =>
      `Die neue Fassung wird in denselben ${number} Vorschauen gezeichnet. Jede Kachel sagt dann, ob ihr Bild wie zuvor aussieht.`,
    fromMessage: 'Bilder, die in einer Nachricht steckten (cid:), kommen nicht mit.',
    erased: 'Der Inhalt dieser E-Mail ist gelöscht. Geben Sie sie auf der ersten Seite noch einmal auf.',
  },
  fr: {
    title: 'Redessiner',
    heading: 'Modifier le code source et le redessiner',
    back: 'Toutes les images',
    source: 'Code HTML',
    subject: 'Objet',
    redraw: 'Redessiner',
    keys: 'Ctrl+Entrée ou Cmd+Entrée',
    intro: ({ number }) =>
      `La nouvelle version est dessinée dans les ${number} mêmes aperçus. Chaque vignette dit ensuite si son image est restée la même.`,
    fromMessage: 'Les images contenues dans un message (cid:) ne sont pas reprises.',
    erased: 'Le contenu de cet e-mail est effacé. Déposez-le à nouveau sur la première page.',
  },
} satisfies Texts<RedrawTexts>
