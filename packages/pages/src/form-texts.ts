import type { Texts } from './languages'

interface FormTexts {
  foreignForm: string
  /** Names of fields, separated by commas; empty when none is known. */
  unreadable: (values: { fields: string }) => string
  tooManyFields: (values: { maxFields: string }) => string
}

export const formTexts = {
  en: {
    foreignForm:
      'This form is not one that we gave to this browser, or it is too old. Go back, load the page again, and send the form from there.',
    unreadable: ({ fields }) =>
      `We could not read this request${inBrackets(fields)}. Go back, load the page again, and send it from there.`,
    tooManyFields: ({ maxFields }) =>
      `The form has more than ${maxFields} fields. Go back, load the page again, and send it from there.`,
  },
  de: {
    foreignForm:
      'Dieses Formular stammt nicht aus diesem Browser, oder es ist zu alt. Gehen Sie zurück, laden Sie die Seite neu und senden Sie das Formular von dort ab.',
    unreadable: ({ fields }) =>
      `Diese Anfrage konnten wir nicht lesen${inBrackets(fields)}. Gehen Sie zurück, laden Sie die Seite neu und senden Sie die Anfrage von dort ab.`,
    tooManyFields: ({ maxFields }) =>
      `Das Formular hat mehr als ${maxFields} Felder. Gehen Sie zurück, laden Sie die Seite neu und senden Sie das Formular von dort ab.`,
  },
  fr: {
    foreignForm:
      'Ce formulaire n’a pas été remis à ce navigateur, ou il est trop ancien. Revenez en arrière, rechargez la page et envoyez le formulaire à nouveau.',
    unreadable: ({ fields }) =>
      `Nous n’avons pas pu lire cette demande${inBrackets(fields)}. Revenez en arrière, rechargez la page et envoyez-la à nouveau.`,
    tooManyFields: ({ maxFields }) =>
      `Le formulaire compte plus de ${maxFields} champs. Revenez en arrière, rechargez la page et envoyez-le à nouveau.`,
  },
} satisfies Texts<FormTexts>

const inBrackets = (fields: string): string => fields && ` (${fields})`
