import type { Texts } from './languages'

const en = {
  foreignForm:
    'This form is not one that we gave to this browser, or it is too old. Go back, load the page again, and send the form from there.',
  /** Names of fields, separated by commas; empty when none is known. */
  unreadable: ({ fields }: { fields: string }) =>
    `We could not read this request${inBrackets(fields)}. Go back, load the page again, and send it from there.`,
  tooManyFields: ({ maxFields }: { maxFields: string }) =>
    `The form has more than ${maxFields} fields. Go back, load the page again, and send it from there.`,
}

export const formTexts = {
  en,
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
} satisfies Texts<typeof en>

const inBrackets = (fields: string): string => fields && ` (${fields})`
