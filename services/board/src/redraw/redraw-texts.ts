import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Redraw',
  heading: 'Change the source and draw it again',
  source: 'HTML',
  subject: 'Subject',
  redraw: 'Redraw',
  keys: 'Ctrl+Enter or Cmd+Enter redraws; F8 leads to the next finding',
  edits: ({ number }: { number: string }) =>
    number === '1' ? '1 edit is made below' : `${number} edits are made below`,
  moreEdits: ({ number }: { number: string }) => `${number} more`,
  editsInField: 'The field below has them already. Change what you like.',
  noEdits: 'There is nothing left to mend.',
  /** CodeMirror's own texts. */
  editorPhrases: {} as Record<string, string>,
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
    keys: 'Strg+Eingabe oder Cmd+Eingabe zeichnet neu; F8 führt zum nächsten Befund',
    edits: ({ number }) =>
      number === '1' ? '1 Änderung ist unten eingetragen' : `${number} Änderungen sind unten eingetragen`,
    moreEdits: ({ number }) => `${number} weitere`,
    editsInField: 'Sie stehen schon im Feld. Ändern Sie daran, was Sie möchten.',
    noEdits: 'Es gibt nichts mehr zu beheben.',
    editorPhrases: {
      Find: 'Suchen',
      Replace: 'Ersetzen durch',
      next: 'weiter',
      previous: 'zurück',
      all: 'alle',
      'match case': 'Groß-/Kleinschreibung',
      'by word': 'ganze Wörter',
      regexp: 'regulärer Ausdruck',
      replace: 'ersetzen',
      'replace all': 'alle ersetzen',
      close: 'schließen',
      'current match': 'dieser Treffer',
      'replaced $ matches': '$ Treffer ersetzt',
      'replaced match on line $': 'Treffer in Zeile $ ersetzt',
      'on line': 'in Zeile',
      'Go to line': 'Gehe zu Zeile',
      go: 'los',
      Diagnostics: 'Befunde',
      'No diagnostics': 'Keine Befunde',
    },
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
    keys: 'Ctrl+Entrée ou Cmd+Entrée redessine ; F8 mène au constat suivant',
    edits: ({ number }) =>
      number === '1'
        ? '1 modification est faite ci-dessous'
        : `${number} modifications sont faites ci-dessous`,
    moreEdits: ({ number }) => `${number} autres`,
    editsInField: 'Le champ ci-dessous les contient déjà. Modifiez ce que vous voulez.',
    noEdits: 'Il n’y a plus rien à corriger.',
    editorPhrases: {
      Find: 'Chercher',
      Replace: 'Remplacer par',
      next: 'suivant',
      previous: 'précédent',
      all: 'tous',
      'match case': 'respecter la casse',
      'by word': 'mots entiers',
      regexp: 'expression régulière',
      replace: 'remplacer',
      'replace all': 'tout remplacer',
      close: 'fermer',
      'current match': 'cette occurrence',
      'replaced $ matches': '$ occurrences remplacées',
      'replaced match on line $': 'occurrence de la ligne $ remplacée',
      'on line': 'à la ligne',
      'Go to line': 'Aller à la ligne',
      go: 'aller',
      Diagnostics: 'Constats',
      'No diagnostics': 'Aucun constat',
    },
    intro: ({ number }) =>
      `La nouvelle version est dessinée dans les ${number} mêmes aperçus. Chaque vignette dit ensuite si son image est restée la même.`,
    erased: 'Le contenu de cet e-mail est effacé, comme toujours après 48 heures. Déposez-le à nouveau :',
    firstPage: 'première page',
    file: 'Le fichier modifié',
    tooLong:
      'Ce code source est trop long pour être modifié dans un navigateur. Modifiez-le dans votre éditeur, puis choisissez le fichier ici.',
  },
} satisfies Texts<typeof en>
