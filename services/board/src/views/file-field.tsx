import type { Language, Texts } from '@pas/pages/languages'
import type { InputHTMLAttributes, ReactNode } from 'react'

const fileTexts = {
  en: { choose: 'Choose a file', none: 'none chosen' },
  de: { choose: 'Datei auswählen', none: 'keine ausgewählt' },
  fr: { choose: 'Choisir un fichier', none: 'aucun choisi' },
} satisfies Texts<{ choose: string; none: string }>

/**
 * The browser's own field is in the browser's language, this button in the page's. Without scripts the browser's own
 * field is shown.
 */
export const FileField = ({
  id,
  language,
  ...attributes
}: InputHTMLAttributes<HTMLInputElement> & { id: string; language: Language }): ReactNode => (
  <span className="file">
    <input type="file" id={id} {...attributes} />
    <label className="button" htmlFor={id}>
      {fileTexts[language].choose}
    </label>
    <span className="file-name" data-none={fileTexts[language].none}>
      {fileTexts[language].none}
    </span>
  </span>
)
