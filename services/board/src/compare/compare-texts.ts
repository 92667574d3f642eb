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
  olderVersion: 'other version',
  alt: ({ name }: { name: string }) => `Picture in ${name}`,
}

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
    olderVersion: 'autre version',
    alt: ({ name }) => `Image dans ${name}`,
  },
} satisfies Texts<typeof en>
