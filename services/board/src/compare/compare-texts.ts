import type { Texts } from '@pas/pages/languages'

export const modes = ['side', 'slide', 'blink', 'difference'] as const
export type CompareMode = (typeof modes)[number]

const en = {
  title: 'Compare',
  how: 'How to compare',
  modes: { side: 'Side by side', slide: 'Slide', blink: 'Blink', difference: 'Difference' },
  add: 'Add',
  choose: 'Picture to add',
  remove: ({ name }: { name: string }) => `Remove ${name}`,
  fewer: 'Choose a second picture to compare this one with.',
  onlyTwo: 'This way compares the first two pictures.',
  position: 'How much of the first picture is shown',
  pause: 'Stop blinking',
  show: ({ name }: { name: string }) => `Show ${name}`,
  notDrawn: 'This picture has not been drawn.',
  same: 'The two pictures are the same, byte for byte.',
  differ: 'Black is where both are the same.',
  different: 'The two versions differ.',
  /** Holds `{kind}`, `{number}` and `{total}`. */
  place: 'Place {number} of {total}: {kind}',
  kinds: { changed: 'changed', inserted: 'inserted', removed: 'removed', moved: 'moved' },
  previous: 'Previous place (p)',
  next: 'Next place (n)',
  tooLarge: 'The two versions differ; the places cannot be shown now.',
  notComparable: {
    drawn_by:
      'The two pictures cannot be compared: other programs drew the earlier one, so a difference may not be the email’s.',
    not_captured: 'The two pictures cannot be compared: one of them is not drawn.',
    failed: 'The two pictures cannot be compared: one of them failed.',
    gone: 'The two pictures cannot be compared: the earlier one is gone.',
  },
  olderVersion: 'other version',
  alt: ({ name }: { name: string }) => `Picture in ${name}`,
}

export type CompareTexts = typeof en

export const compareTexts = {
  en,
  de: {
    title: 'Vergleichen',
    how: 'Art des Vergleichs',
    modes: { side: 'Nebeneinander', slide: 'Schieben', blink: 'Blinken', difference: 'Unterschied' },
    add: 'Hinzufügen',
    choose: 'Weiteres Bild',
    remove: ({ name }) => `${name} entfernen`,
    fewer: 'Wählen Sie ein zweites Bild, mit dem Sie dieses vergleichen.',
    onlyTwo: 'Auf diese Weise werden die ersten zwei Bilder verglichen.',
    position: 'Sichtbarer Teil des ersten Bildes',
    pause: 'Nicht mehr blinken',
    show: ({ name }) => `${name} zeigen`,
    notDrawn: 'Dieses Bild ist nicht gezeichnet.',
    same: 'Die beiden Bilder sind Byte für Byte gleich.',
    differ: 'Schwarz ist, was in beiden gleich ist.',
    different: 'Die beiden Fassungen unterscheiden sich.',
    place: 'Stelle {number} von {total}: {kind}',
    kinds: { changed: 'geändert', inserted: 'eingefügt', removed: 'entfernt', moved: 'verschoben' },
    previous: 'Vorige Stelle (p)',
    next: 'Nächste Stelle (n)',
    tooLarge: 'Die beiden Fassungen unterscheiden sich; die Stellen sind gerade nicht zu zeigen.',
    notComparable: {
      drawn_by:
        'Die beiden Bilder sind nicht vergleichbar: Andere Programme haben das frühere gezeichnet, ein Unterschied kann also daher kommen.',
      not_captured: 'Die beiden Bilder sind nicht vergleichbar: Eines ist nicht gezeichnet.',
      failed: 'Die beiden Bilder sind nicht vergleichbar: Eines ist fehlgeschlagen.',
      gone: 'Die beiden Bilder sind nicht vergleichbar: Das frühere gibt es nicht mehr.',
    },
    olderVersion: 'andere Fassung',
    alt: ({ name }) => `Bild in ${name}`,
  },
  fr: {
    title: 'Comparer',
    how: 'Manière de comparer',
    modes: { side: 'Côte à côte', slide: 'Glisser', blink: 'Clignoter', difference: 'Différence' },
    add: 'Ajouter',
    choose: 'Image à ajouter',
    remove: ({ name }) => `Retirer ${name}`,
    fewer: 'Choisissez une seconde image à comparer à celle-ci.',
    onlyTwo: 'Cette manière compare les deux premières images.',
    position: 'Part visible de la première image',
    pause: 'Ne plus clignoter',
    show: ({ name }) => `Montrer ${name}`,
    notDrawn: 'Cette image n’est pas dessinée.',
    same: 'Les deux images sont identiques, octet par octet.',
    differ: 'Ce qui est noir est identique dans les deux.',
    different: 'Les deux versions diffèrent.',
    place: 'Endroit {number} sur {total} : {kind}',
    kinds: { changed: 'modifié', inserted: 'ajouté', removed: 'supprimé', moved: 'déplacé' },
    previous: 'Endroit précédent (p)',
    next: 'Endroit suivant (n)',
    tooLarge: 'Les deux versions diffèrent ; les endroits ne peuvent pas être montrés pour l’instant.',
    notComparable: {
      drawn_by:
        'Les deux images ne peuvent pas être comparées : d’autres programmes ont dessiné la première, une différence peut donc venir d’eux.',
      not_captured: 'Les deux images ne peuvent pas être comparées : l’une d’elles n’est pas dessinée.',
      failed: 'Les deux images ne peuvent pas être comparées : l’une d’elles a échoué.',
      gone: 'Les deux images ne peuvent pas être comparées : la première n’existe plus.',
    },
    olderVersion: 'autre version',
    alt: ({ name }) => `Image dans ${name}`,
  },
} satisfies Texts<typeof en>
